#pragma once

#include "io/toml/toml_value.h"

namespace eulersolid {

/// Puts what `template = "NAME"` of a body, an obstacle or a template names, a table
/// `[template.NAME]`, into it, but for the keys that it has itself, and drops the templates.
/// @throws InputError, with the place, for what is no template, and for templates that lead to
/// themselves
void expand_templates(TomlValue& document);

/// The template of this name with those that it is made from in it.
/// @param place  of the name, for messages
TomlValue template_named(const TomlValue& document, const TomlValue& name);

/// Puts materials by name into bodies: `material = "NAME"`, or `like = "NAME"` in a table of one.
/// A name is that of a `[material.NAME]` of the document, or of a preset (material_presets.h).
/// @throws InputError likewise
void expand_materials(TomlValue& document);

/// Takes the tables of named materials and templates out of the document, which needs them no
/// longer.
/// @return a document of them
TomlValue take_named_tables(TomlValue& document);

/// Checks the keys of named tables, as take_named_tables() returns them: those, too, that nothing
/// refers to, or whose keys all who do replace.
/// @throws InputError, with the place
void check_named_tables(TomlValue& named);

}  // namespace eulersolid

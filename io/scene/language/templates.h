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

/// Drops what is no longer needed: the tables of named materials and templates.
void drop_named_tables(TomlValue& document);

}  // namespace eulersolid

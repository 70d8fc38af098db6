#include "io/scene/language/material_presets.h"

namespace eulersolid {

namespace {

// Poisson's ratio of tissues and gels, which are nearly incompressible, is kept at 0.45: time steps
// become shorter with sound, and the grid stiffer than it is. Where a source has a range, this is a
// value within. Viscosity is less than tissues have: it damps what rings, and leaves time steps as
// long as elasticity allows on cells of a centimetre.
constexpr MaterialPreset presets[] = {
    {"rubber", "{ density = 930, youngs_modulus = 1.5e6, poissons_ratio = 0.45, viscosity = 1e-4 }",
     "natural rubber, unfilled: E 1 to 5 MPa, 930 kg/m^3 (Ashby, Materials Selection in Mechanical "
     "Design, appendix A)"},
    {"silicone",
     "{ density = 1070, youngs_modulus = 7e4, poissons_ratio = 0.45, viscosity = 1e-4 }",
     "Ecoflex 00-30: E about 70 kPa, 1070 kg/m^3 (Smooth-On data sheet: modulus at 100 % 69 kPa)"},
    {"gel", "{ density = 1000, youngs_modulus = 1e4, poissons_ratio = 0.45, viscosity = 1e-4 }",
     "gelatine of 5 to 10 %: E 5 to 20 kPa (Hall, Bilgen, Insana and Krouskop, IEEE Trans. UFFC 44 "
     "(1997) 1355-1365)"},
    {"foam", "{ density = 30, youngs_modulus = 5e4, poissons_ratio = 0.1, viscosity = 1e-4 }",
     "flexible open-cell polyurethane foam: E 20 to 150 kPa, 20 to 50 kg/m^3 (Gibson and Ashby, "
     "Cellular Solids, chapters 5 and 2)"},
    {"cork", "{ density = 170, youngs_modulus = 2e7, poissons_ratio = 0.05 }",
     "cork: E 10 to 20 MPa, 120 to 180 kg/m^3, Poisson's ratio about 0 (Gibson, Easterling and "
     "Ashby, Proc. R. Soc. A 377 (1981) 99-117)"},
    {"muscle", "{ density = 1060, youngs_modulus = 3e4, poissons_ratio = 0.45, viscosity = 1e-4 }",
     "skeletal muscle at rest, across fibres: E 10 to 60 kPa; 1060 kg/m^3 (Mendez and Keys, "
     "Metabolism 9 (1960) 184-188; Morrow et al., J. Mech. Behav. Biomed. Mater. 3 (2010) "
     "124-129)"},
    {"fat", "{ density = 920, youngs_modulus = 3e3, poissons_ratio = 0.45, viscosity = 1e-4 }",
     "adipose tissue: E 1 to 5 kPa (Samani, Zubovits and Plewes, Phys. Med. Biol. 52 (2007) "
     "1565-1576), 920 kg/m^3"},
    {"liver", "{ density = 1060, youngs_modulus = 6e3, poissons_ratio = 0.45, viscosity = 1e-4 }",
     "healthy liver: E 4 to 8 kPa (Sandrin et al., Ultrasound Med. Biol. 29 (2003) 1705-1713), "
     "1060 kg/m^3"},
    {"brain", "{ density = 1040, youngs_modulus = 2e3, poissons_ratio = 0.45, viscosity = 1e-4 }",
     "brain: E 1 to 3 kPa (Budday et al., J. Mech. Behav. Biomed. Mater. 46 (2015) 318-330), "
     "1040 kg/m^3"},
    {"cartilage",
     "{ density = 1100, youngs_modulus = 8e5, poissons_ratio = 0.4, viscosity = 1e-4 }",
     "articular cartilage in equilibrium: E 0.5 to 1 MPa (Mow and Guo, Annu. Rev. Biomed. Eng. 4 "
     "(2002) 175-209), 1100 kg/m^3"},
};

}  // namespace

std::span<const MaterialPreset> material_presets() { return presets; }

}  // namespace eulersolid

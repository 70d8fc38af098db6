#include "io/scene/language/material_presets.h"

namespace eulersolid {

namespace {

// Poisson's ratio of rubbers, gels and tissues, which are nearly incompressible, is kept at 0.45:
// time steps become shorter with sound, and the grid stiffer than it is; shear moduli are thrice
// Young's there. Where a source has a range, this is a value within. Viscosity is less than tissues
// have: it damps what rings, and leaves time steps as long as elasticity allows on cells of a
// centimetre.
constexpr MaterialPreset presets[] = {
    {"rubber", "{ density = 930, youngs_modulus = 1.5e6, poissons_ratio = 0.45, viscosity = 1e-4 }",
     "natural rubber: E 1 to 5 MPa, 910 to 930 kg/m^3 (polymers.netzsch.com, Natural rubber); "
     "shear "
     "modulus of the vulcanised 0.5 MPa (matweb.com, Natural Rubber, Vulcanized)"},
    {"silicone",
     "{ density = 1070, youngs_modulus = 7e4, poissons_ratio = 0.45, viscosity = 1e-4 }",
     "Ecoflex 00-30: stress at 100 % 69 kPa, 1070 kg/m^3 (Smooth-On, data sheet Ecoflex Series)"},
    {"gel", "{ density = 1000, youngs_modulus = 1e4, poissons_ratio = 0.45, viscosity = 1e-4 }",
     "gelatine of 4 %: shear modulus 3.1 kPa; of 3 % 2.0, of 5 % 4.2 kPa (Nguyen et al., "
     "Ultrasound "
     "Med. Biol. 40 (2014) 168-176)"},
    {"foam", "{ density = 30, youngs_modulus = 5e4, poissons_ratio = 0.3, viscosity = 1e-4 }",
     "flexible open-cell polyurethane foam: E some tens of kPa at 30 kg/m^3 (Gibson and Ashby, "
     "Cellular Solids, chapter 5); Poisson's ratio 0.5 at 5 % of compression, 0 at 60 % (Widdle, "
     "Bajaj and Davies, Int. J. Eng. Sci. 46 (2008) 31-49)"},
    {"cork", "{ density = 170, youngs_modulus = 2e7, poissons_ratio = 0.05 }",
     "cork: 120 to 200 kg/m^3 (Anjos, Pereira and Rosa, Holz Roh Werkst. 66 (2008) 295-301); E 13 "
     "MPa "
     "along the bark, 20 MPa across, Poisson's ratio 0 to 0.1 (Gibson, Easterling and Ashby, Proc. "
     "R. "
     "Soc. A 377 (1981) 99-117)"},
    {"muscle",
     "{ density = 1050, youngs_modulus = 2.2e4, poissons_ratio = 0.45, viscosity = 1e-4 }",
     "skeletal muscle at rest, across fibres: E 22 kPa (Morrow et al., J. Mech. Behav. Biomed. "
     "Mater. "
     "3 (2010) 124-129); 1050 kg/m^3 (ICRU 44)"},
    {"fat", "{ density = 950, youngs_modulus = 3e3, poissons_ratio = 0.45, viscosity = 1e-4 }",
     "breast fat: E 3.0 kPa in the living (by aspiration, Briot et al., Clin. Biomech. 99 (2022) "
     "105743), the same as glandular tissue (Samani, Zubovits and Plewes, Phys. Med. Biol. 52 "
     "(2007) "
     "1565-1576); 950 kg/m^3 (ICRU 44)"},
    {"liver", "{ density = 1060, youngs_modulus = 5.5e3, poissons_ratio = 0.45, viscosity = 1e-4 }",
     "healthy liver: E 5.5 kPa, deviation 1.6 (429 people; Roulot et al., J. Hepatol. 48 (2008) "
     "606-613); 1060 kg/m^3 (ICRU 44)"},
    {"brain", "{ density = 1040, youngs_modulus = 2.5e3, poissons_ratio = 0.45, viscosity = 1e-4 }",
     "brain, by indentation: shear modulus of grey matter 0.74, of white 1.03 kPa (porcine; table "
     "1 of "
     "J. Funct. Biomater. 3 (2012) 839-863); 1040 kg/m^3 (ICRU 44)"},
    {"cartilage",
     "{ density = 1100, youngs_modulus = 6.4e5, poissons_ratio = 0.03, viscosity = 1e-4 }",
     "articular cartilage in equilibrium, compressed: aggregate modulus 0.64 MPa, Poisson's ratio "
     "0.03 "
     "(Soltz and Ateshian, J. Biomech. Eng. 122 (2000) 576-586); 1100 kg/m^3 (ICRU 44)"},
};

}  // namespace

std::span<const MaterialPreset> material_presets() { return presets; }

}  // namespace eulersolid

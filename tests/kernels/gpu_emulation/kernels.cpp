/// The kernels of the gpu backend, compiled by the host's compiler against the cuda_runtime.h of
/// this folder.

#include "kernels/gpu/banded_product.cu"
#include "kernels/gpu/chain_factor.cu"
#include "kernels/gpu/symbgmm_listings.cu"

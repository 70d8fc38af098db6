/// The kernels of the gpu backend, compiled by the host's compiler against the cuda_runtime.h of
/// this folder.

#include "bench/baselines/symbgmm_listings.cu"
#include "kernels/gpu/band/banded_product.cu"
#include "kernels/gpu/band/subdomain_factor.cu"
#include "kernels/gpu/check.cu"
#include "kernels/gpu/memory.cu"
#include "kernels/gpu/watch.cu"

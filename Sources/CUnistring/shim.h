#pragma once

#include <unilbrk.h>
#include <uniwidth.h>

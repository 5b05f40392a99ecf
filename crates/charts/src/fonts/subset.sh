#!/bin/sh
# Makes the embedded typeface: `sh src/chart/fonts/subset.sh FOLDER`, where FOLDER holds Inter-Regular.otf and Inter-Bold.otf 3.019.
# Needs pyftsubset of fonttools, and brotli for the packed form that files embed. Every letter that is added here is added to every figure that stands alone.
set -eu
for weight in Regular Bold; do
  pyftsubset "$1/Inter-$weight.otf" --output-file="$(dirname "$0")/Inter-$weight.otf" --layout-features=kern,tnum --no-hinting \
    --unicodes=U+0020-007E,U+00A0-00FF,U+0152-0153,U+2009,U+2013-2014,U+2018-2019,U+201C-201E,U+2022,U+2026,U+2190-2193,U+2212,U+2248,U+2264-2265
  fonttools ttLib.woff2 compress -o "$(dirname "$0")/Inter-$weight.woff2" "$(dirname "$0")/Inter-$weight.otf"
done

#!/usr/bin/env bash
# Packages the extension: `rules-dsl-0.1.0.vsix`, which `code --install-extension` takes. It needs node and npm.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
npm install --no-audit --no-fund --omit=optional
npm run package

"""Whatever a game has not brought: choices and chance in its own notation."""

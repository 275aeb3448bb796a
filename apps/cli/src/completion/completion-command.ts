import type { Command } from '../command.js';
import { programOf } from '../program.js';
import { SCRIPTS } from './scripts.js';
import { wordsOf } from './words.js';

export const completion = (commands: () => Promise<readonly Command[]>): Command => ({
  name: 'completion',
  parameters: [{ name: 'SHELL', oneOf: Object.keys(SCRIPTS) }],
  summary: 'Prints a completion script for a shell',
  details: `For property-map, the command of the installed package:
  bash        source <(property-map completion bash), in ~/.bashrc
  zsh         source <(property-map completion zsh), in ~/.zshrc after compinit
  fish        property-map completion fish > ~/.config/fish/completions/property-map.fish
  powershell  property-map completion powershell | Out-String | Invoke-Expression, in $PROFILE`,
  run: async ({ parameters }, io) => {
    const words = wordsOf(programOf(await commands(), io, async () => undefined));
    io.out(SCRIPTS[parameters[0] as keyof typeof SCRIPTS](words));
  },
});

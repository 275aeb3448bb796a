import type { CommandWords, Word } from './words.js';

const NAME = 'property-map';

/** Quotes a text for a shell. Names of commands and options need no quoting, but descriptions do. */
const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const namesOf = (words: Word[]): string => words.map(({ word }) => word).join(' ');
const isGroup = ({ path }: CommandWords, commands: CommandWords[]): boolean =>
  commands.some((other) => other.path.length > path.length && path.every((word, at) => other.path[at] === word));

/** The branches of a `case` over `N:first second`, where N is the number of words before the cursor; specific patterns come first. */
function cases(commands: CommandWords[], line: (pattern: string, command: CommandWords) => string): string {
  return commands
    .map((command) => {
      const pattern =
        command.path.length === 0 ? '0:*' : `${isGroup(command, commands) ? 1 : '*'}:${command.path.join('\\ ')}\\ *`;
      return line(pattern, command);
    })
    .join('\n');
}

const bash = (commands: CommandWords[]): string => `# bash completion of ${NAME}
_property_map() {
  local words= valued=
  case "$((COMP_CWORD - 1)):\${COMP_WORDS[1]} \${COMP_WORDS[2]} " in
${cases(commands, (pattern, { words, valued }) => `    ${pattern}) words=${single(namesOf(words))} valued=${single(` ${valued.join(' ')} `)} ;;`)}
  esac
  [[ $valued == *" \${COMP_WORDS[COMP_CWORD - 1]} "* ]] && words=
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _property_map ${NAME}`;

const zsh = (commands: CommandWords[]): string => {
  const described = ({ word, help }: Word): string => single(`${word}:${help.split('\n')[0]}`);
  return `#compdef ${NAME}
_property_map() {
  local -a candidates
  local valued=
  case "$((CURRENT - 2)):$words[2] $words[3] " in
${cases(commands, (pattern, { words, valued }) => `    ${pattern}) candidates=(${words.map(described).join(' ')}) valued=${single(` ${valued.join(' ')} `)} ;;`)}
  esac
  if [[ $valued == *" $words[CURRENT-1] "* ]]; then _files; return; fi
  _describe ${NAME} candidates || _files
}
compdef _property_map ${NAME}`;
};

const fish = (commands: CommandWords[]): string => {
  const lines = commands.flatMap((command) => {
    const { path, words, valued } = command;
    const condition = single(
      `__property_map_at ${isGroup(command, commands) ? 'only' : 'below'} ${path.join(' ')}`.trim(),
    );
    return words.map(({ word, help }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}${valued.includes(word) ? ' -r' : ''}` : `-f -a ${word}`;
      return `complete -c ${NAME} -n ${condition} ${what}${help && ` -d ${single(help.split('\n')[0]!)}`}`;
    });
  });
  return `# fish completion of ${NAME}
function __property_map_at
  set -l before (commandline -opc)[2..]
  set -l path $argv[2..]
  set -l count (count $path)
  test $argv[1] = only; and test (count $before) -ne $count; and return 1
  test $count -eq 0; and return 0
  test (count $before) -ge $count; and test "$before[1..$count]" = "$path"
end
${lines.join('\n')}`;
};

const powershell = (commands: CommandWords[]): string => {
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  const entries = commands.map(
    ({ path, words }) =>
      `    ${quoted(path.join(' '))} = @(${words.map(({ word, help }) => `@(${quoted(word)}, ${quoted(help.split('\n')[0]! || word)})`).join(', ')})`,
  );
  return `# PowerShell completion of ${NAME}
Register-ArgumentCompleter -Native -CommandName ${NAME} -ScriptBlock {
  param($typed, $line, $cursor)
  $commands = @{
${entries.join('\n')}
  }
  $before = @($line.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
  $path = ($before | Select-Object -First 2) -join ' '
  if (-not $commands.ContainsKey($path)) { $path = "$($before | Select-Object -First 1)" }
  if (-not $commands.ContainsKey($path)) { return }
  $commands[$path] | Where-Object { $_[0] -like "$typed*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
  }
}`;
};

/** A script per shell. It contains all commands and options, so that completion does not start the program. */
export const SCRIPTS = { bash, zsh, fish, powershell };

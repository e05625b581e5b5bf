# bash completion for floatwatch. Load it with:  source <(floatwatch completion bash)
_floatwatch_names() {
  local i file=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} == --config.file ]]; then
      if [[ ${COMP_WORDS[i + 1]} == = ]]; then ((i++)); fi
      file=(--config.file "${COMP_WORDS[i + 1]}")
    fi
  done
  # compgen -W expands its words: what the shell could run is left out.
  "${COMP_WORDS[0]}" completion --names "$1" "${file[@]}" 2>/dev/null | grep -E '^[][[:alnum:]_.:/@%+,=&-]+$'
}
_floatwatch() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} IFS=$'\n'
  local command= words= flags= i
  if [[ $cur == = ]]; then cur=
  elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command ${COMP_WORDS[i]}" in
      ' show' | ' alerts' | ' alerts test' | ' shell' | ' request') command="$command ${COMP_WORDS[i]}" ;;
    esac
  done
  case "$command $prev" in
    ' show --config.file') compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")); return ;;
    ' show --rule') COMPREPLY=($(compgen -W "$(_floatwatch_names rules)" -- "$cur")); return ;;
    ' show --since') COMPREPLY=(); return ;;
    ' show --watch') COMPREPLY=(); return ;;
    ' show --level') COMPREPLY=($(compgen -W $'low\nit\'s high' -- "$cur")); return ;;
    ' request --to') compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")); return ;;
  esac
  case "$command" in
    '') words=$'show\nalerts\nshell\nrequest' flags=$'--version\n--debug\n--help\n-h' ;;
    ' show') words=$'' flags=$'--json\n-j\n--config.file\n--rule\n--since\n--watch\n--debug\n--level\n--help\n-h'; if [[ $cur != -* ]]; then words+=$'\n'$(_floatwatch_names accounts); fi ;;
    ' alerts') words=$'test' flags=$'--all\n--help\n-h\n--debug' ;;
    ' alerts test') words=$'' flags=$'--help\n-h\n--debug'; if [[ $cur != -* ]]; then words+=$'\n'$(_floatwatch_names receivers); fi ;;
    ' shell') words=$'a\nb c' flags=$'--help\n-h\n--debug' ;;
    ' request') words=$'' flags=$'--to\n--help\n-h\n--debug'; if [[ $cur != -* ]]; then words+=$'\n'$(_floatwatch_names wallets); fi ;;
  esac
  if [[ $cur == -* ]]; then words=$flags; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _floatwatch floatwatch

#compdef floatwatch
# zsh completion for floatwatch. Put it on your fpath as _floatwatch, or load it with:
#   source <(floatwatch completion zsh)
_floatwatch_names() {
  local -a names file
  local i=${words[(I)--config.file]}
  (( i > 0 )) && file=(--config.file ${words[i + 1]})
  names=(${(f)"$(floatwatch completion --names $1 $file 2>/dev/null)"})
  compadd -a names
}
_floatwatch() {
  local line state
  local -a commands=(
    'show:what'\''s here\: [all]'
    'alerts:alerts'
    'shell:one'
    'request:asks'
  )
  _arguments -C \
    '--version[output the version number]' \
    '--debug[show stack traces]' \
    '--help[display help for command]' \
    '1:command:->command' \
    '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument)
      case $line[1] in
        show) _floatwatch_show ;;
        alerts) _floatwatch_alerts ;;
        shell) _floatwatch_shell ;;
        request) _floatwatch_request ;;
      esac ;;
  esac
}

_floatwatch_show() {
  _arguments \
    '--json[as JSON]' \
    '--config.file=[a file]:value:_files' \
    '--rule=[a rule]:value: _floatwatch_names rules' \
    '--since=[how far back]:value:' \
    '--watch=[again and again]:value:' \
    '--debug[its own]' \
    '--level=[how much, or '\''all'\'']:value:(low it'\''s high)' \
    '--help[display help for command]' \
    '*:argument: _floatwatch_names accounts'
}

_floatwatch_alerts() {
  local line state
  local -a commands=(
    'test:sends one'
  )
  _arguments -C \
    '--all[all of them]' \
    '--help[display help for command]' \
    '--debug[show stack traces]' \
    '1:command:->command' \
    '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument)
      case $line[1] in
        test) _floatwatch_alerts_test ;;
      esac ;;
  esac
}

_floatwatch_alerts_test() {
  _arguments \
    '--help[display help for command]' \
    '--debug[show stack traces]' \
    '*:argument: _floatwatch_names receivers'
}

_floatwatch_shell() {
  _arguments \
    '--help[display help for command]' \
    '--debug[show stack traces]' \
    '*:argument:(a b c)'
}

_floatwatch_request() {
  _arguments \
    '--to=[where]:value:_files' \
    '--help[display help for command]' \
    '--debug[show stack traces]' \
    '*:argument: _floatwatch_names wallets'
}

if [[ $funcstack[1] == _floatwatch ]]; then _floatwatch "$@"; else compdef _floatwatch floatwatch; fi

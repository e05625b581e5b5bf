# fish completion for floatwatch. Load it with:  floatwatch completion fish | source
function __floatwatch_names
  set -l words (commandline -opc)
  set -l file
  if set -l i (contains -i -- --config.file $words); set file --config.file $words[(math $i + 1)]; end
  $words[1] completion --names $argv[1] $file 2>/dev/null
end
complete -c floatwatch -f
complete -c floatwatch -n 'not __fish_seen_subcommand_from show alerts shell request' -a show -d 'what\'s here: [all]'
complete -c floatwatch -n 'not __fish_seen_subcommand_from show alerts shell request' -a alerts -d 'alerts'
complete -c floatwatch -n 'not __fish_seen_subcommand_from show alerts shell request' -a shell -d 'one'
complete -c floatwatch -n 'not __fish_seen_subcommand_from show alerts shell request' -a request -d 'asks'
complete -c floatwatch -n 'not __fish_seen_subcommand_from show alerts shell request' -l version -d 'output the version number'
complete -c floatwatch -n 'not __fish_seen_subcommand_from show alerts shell request' -l debug -d 'show stack traces'
complete -c floatwatch -n 'not __fish_seen_subcommand_from show alerts shell request' -l help -s h -d 'display help for command'
complete -c floatwatch -n '__fish_seen_subcommand_from show' -a '(__floatwatch_names accounts)'
complete -c floatwatch -n '__fish_seen_subcommand_from show' -l json -s j -d 'as JSON'
complete -c floatwatch -n '__fish_seen_subcommand_from show' -l config.file -r -F -d 'a file'
complete -c floatwatch -n '__fish_seen_subcommand_from show' -l rule -x -a '(__floatwatch_names rules)' -d 'a rule'
complete -c floatwatch -n '__fish_seen_subcommand_from show' -l since -x -d 'how far back'
complete -c floatwatch -n '__fish_seen_subcommand_from show' -l watch -x -d 'again and again'
complete -c floatwatch -n '__fish_seen_subcommand_from show' -l debug -d 'its own'
complete -c floatwatch -n '__fish_seen_subcommand_from show' -l level -x -a 'low it\'s high' -d 'how much, or \'all\''
complete -c floatwatch -n '__fish_seen_subcommand_from show' -l help -s h -d 'display help for command'
complete -c floatwatch -n '__fish_seen_subcommand_from alerts; and not __fish_seen_subcommand_from test' -a test -d 'sends one'
complete -c floatwatch -n '__fish_seen_subcommand_from alerts; and not __fish_seen_subcommand_from test' -l all -d 'all of them'
complete -c floatwatch -n '__fish_seen_subcommand_from alerts; and not __fish_seen_subcommand_from test' -l help -s h -d 'display help for command'
complete -c floatwatch -n '__fish_seen_subcommand_from alerts; and not __fish_seen_subcommand_from test' -l debug -d 'show stack traces'
complete -c floatwatch -n '__fish_seen_subcommand_from alerts; and __fish_seen_subcommand_from test' -a '(__floatwatch_names receivers)'
complete -c floatwatch -n '__fish_seen_subcommand_from alerts; and __fish_seen_subcommand_from test' -l help -s h -d 'display help for command'
complete -c floatwatch -n '__fish_seen_subcommand_from alerts; and __fish_seen_subcommand_from test' -l debug -d 'show stack traces'
complete -c floatwatch -n '__fish_seen_subcommand_from shell' -a 'a'
complete -c floatwatch -n '__fish_seen_subcommand_from shell' -a 'b c'
complete -c floatwatch -n '__fish_seen_subcommand_from shell' -l help -s h -d 'display help for command'
complete -c floatwatch -n '__fish_seen_subcommand_from shell' -l debug -d 'show stack traces'
complete -c floatwatch -n '__fish_seen_subcommand_from request' -a '(__floatwatch_names wallets)'
complete -c floatwatch -n '__fish_seen_subcommand_from request' -l to -r -F -d 'where'
complete -c floatwatch -n '__fish_seen_subcommand_from request' -l help -s h -d 'display help for command'
complete -c floatwatch -n '__fish_seen_subcommand_from request' -l debug -d 'show stack traces'

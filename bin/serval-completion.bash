# Completion of serval.sh for Bash: source it from ~/.bashrc, or copy it to
# /etc/bash_completion.d/serval.sh.
# shellcheck shell=bash

_serval() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} words=''
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        words='run start stop adopt serve jpda cert digest jspc configtest cds version help status apps
            deploy undeploy reload drain logs config audit user'
    else
        case $command in
            run | start | configtest) words=-config ;;
            stop) words=-force ;;
            jpda) ((COMP_CWORD > 2)) || words='run start' ;;
            adopt) words=--check ;;
            logs) words='-f -n' ;;
            user)
                if ((COMP_CWORD == 2)); then
                    words='add list remove'
                elif [[ ${COMP_WORDS[2]} == add ]]; then
                    words='--role --replace'
                fi
                ;;
            undeploy | reload)
                # The paths of what runs, if it says so at once.
                ((COMP_CWORD > 2)) || words=$("${COMP_WORDS[0]}" apps 2>/dev/null | awk '$2 ~ /^\// { print $2 }')
                ;;
        esac
    fi
    [[ $before == --role ]] || mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    case $command in
        adopt | serve | deploy | jspc | -config)
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
            ;;
    esac
    [[ $before != -config ]] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
}
complete -o filenames -F _serval serval.sh

# Completion of farmctl, generated from its commands.
function __farmctl_words
  switch "$argv"
    case ""
      printf '%s\n' init demo serve backup restore doctor digest dashboard weekly-summary context insights risk chart gaps portfolio activity search setup brain cameras vision ask chat mcp act undo case-files auth profile config console keys sessions webhook notices duties settings people history audit me resources capabilities openapi api batch fixtures os clock fault snapshot completion help farms barns flocks daily-logs alerts tasks task-comments field-reports events media devices integrations env-readings vision-events controller-commands automations feed-deliveries feed-orders expenses sales treatments medicine contacts tenders tender-bids market-orders users farm-access agent-runs reg-items support-tickets chat-messages --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "--data"
      printf '%s\n' @/
    case "--farm"
      printf '%s\n' @farms
    case "--output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "--lang"
      printf '%s\n' he en th es zh
    case "--color"
      printf '%s\n' auto always never
    case "init"
      printf '%s\n' --organisation --timezone --language --database --demo --farm-name --latitude --longitude --currency --barns --barn-capacity --chicks --breed --placement-date --flock-barn --profile --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "init --placement-date"
      printf '%s\n' today yesterday today-7d
    case "init --data"
      printf '%s\n' @/
    case "init --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "init --lang"
      printf '%s\n' he en th es zh
    case "init --color"
      printf '%s\n' auto always never
    case "demo"
      printf '%s\n' --open --lang --color --no-pager --help
    case "demo --lang"
      printf '%s\n' he en th es zh
    case "demo --color"
      printf '%s\n' auto always never
    case "serve"
      printf '%s\n' --host --port --database --mock --seed --now --fault --log-level --access-log --public-metrics --trust-proxy --no-console --base-path --weather-url --no-weather --no-brain --no-integrations --secrets-dir --allow-host --backup-dir --backup-at --backup-keep --audit-anchors --json --profile --data --lang --color --no-pager --help
    case "serve --now"
      printf '%s\n' now now-2h today yesterday
    case "serve --secrets-dir"
      printf '%s\n' @/
    case "serve --backup-dir"
      printf '%s\n' @/
    case "serve --audit-anchors"
      printf '%s\n' @/
    case "serve --data"
      printf '%s\n' @/
    case "serve --lang"
      printf '%s\n' he en th es zh
    case "serve --color"
      printf '%s\n' auto always never
    case "backup"
      printf '%s\n' @/ --database --run --force --profile --data --output --fields --no-header --jq --lang --color --no-pager --help
    case "backup --data"
      printf '%s\n' @/
    case "backup --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "backup --lang"
      printf '%s\n' he en th es zh
    case "backup --color"
      printf '%s\n' auto always never
    case "restore"
      printf '%s\n' @/ --database --run --profile --data --output --fields --no-header --jq --lang --color --no-pager --yes --help
    case "restore --data"
      printf '%s\n' @/
    case "restore --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "restore --lang"
      printf '%s\n' he en th es zh
    case "restore --color"
      printf '%s\n' auto always never
    case "doctor"
      printf '%s\n' --deep --database --audit-anchors --accept-loss --exit-status --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "doctor --audit-anchors"
      printf '%s\n' @/
    case "doctor --data"
      printf '%s\n' @/
    case "doctor --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "doctor --lang"
      printf '%s\n' he en th es zh
    case "doctor --color"
      printf '%s\n' auto always never
    case "digest"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "digest --data"
      printf '%s\n' @/
    case "digest --farm"
      printf '%s\n' @farms
    case "digest --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "digest --lang"
      printf '%s\n' he en th es zh
    case "digest --color"
      printf '%s\n' auto always never
    case "dashboard"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "dashboard --data"
      printf '%s\n' @/
    case "dashboard --farm"
      printf '%s\n' @farms
    case "dashboard --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "dashboard --lang"
      printf '%s\n' he en th es zh
    case "dashboard --color"
      printf '%s\n' auto always never
    case "weekly-summary"
      printf '%s\n' --week --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "weekly-summary --week"
      printf '%s\n' today yesterday today-7d
    case "weekly-summary --data"
      printf '%s\n' @/
    case "weekly-summary --farm"
      printf '%s\n' @farms
    case "weekly-summary --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "weekly-summary --lang"
      printf '%s\n' he en th es zh
    case "weekly-summary --color"
      printf '%s\n' auto always never
    case "context"
      printf '%s\n' --depth --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "context --data"
      printf '%s\n' @/
    case "context --farm"
      printf '%s\n' @farms
    case "context --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "context --lang"
      printf '%s\n' he en th es zh
    case "context --color"
      printf '%s\n' auto always never
    case "insights"
      printf '%s\n' --include --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "insights --data"
      printf '%s\n' @/
    case "insights --farm"
      printf '%s\n' @farms
    case "insights --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "insights --lang"
      printf '%s\n' he en th es zh
    case "insights --color"
      printf '%s\n' auto always never
    case "risk"
      printf '%s\n' ledger --help
    case "risk ledger"
      printf '%s\n' --from --to --item --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "risk ledger --from"
      printf '%s\n' today yesterday today-7d
    case "risk ledger --to"
      printf '%s\n' today yesterday today-7d
    case "risk ledger --data"
      printf '%s\n' @/
    case "risk ledger --farm"
      printf '%s\n' @farms
    case "risk ledger --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "risk ledger --lang"
      printf '%s\n' he en th es zh
    case "risk ledger --color"
      printf '%s\n' auto always never
    case "chart"
      printf '%s\n' growth mortality feed laying climate --help
    case "chart growth"
      printf '%s\n' --from --to --days --width --height --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "chart growth --from"
      printf '%s\n' today yesterday today-7d
    case "chart growth --to"
      printf '%s\n' today yesterday today-7d
    case "chart growth --data"
      printf '%s\n' @/
    case "chart growth --farm"
      printf '%s\n' @farms
    case "chart growth --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "chart growth --lang"
      printf '%s\n' he en th es zh
    case "chart growth --color"
      printf '%s\n' auto always never
    case "chart mortality"
      printf '%s\n' --from --to --days --width --height --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "chart mortality --from"
      printf '%s\n' today yesterday today-7d
    case "chart mortality --to"
      printf '%s\n' today yesterday today-7d
    case "chart mortality --data"
      printf '%s\n' @/
    case "chart mortality --farm"
      printf '%s\n' @farms
    case "chart mortality --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "chart mortality --lang"
      printf '%s\n' he en th es zh
    case "chart mortality --color"
      printf '%s\n' auto always never
    case "chart feed"
      printf '%s\n' --from --to --days --width --height --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "chart feed --from"
      printf '%s\n' today yesterday today-7d
    case "chart feed --to"
      printf '%s\n' today yesterday today-7d
    case "chart feed --data"
      printf '%s\n' @/
    case "chart feed --farm"
      printf '%s\n' @farms
    case "chart feed --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "chart feed --lang"
      printf '%s\n' he en th es zh
    case "chart feed --color"
      printf '%s\n' auto always never
    case "chart laying"
      printf '%s\n' --from --to --days --width --height --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "chart laying --from"
      printf '%s\n' today yesterday today-7d
    case "chart laying --to"
      printf '%s\n' today yesterday today-7d
    case "chart laying --data"
      printf '%s\n' @/
    case "chart laying --farm"
      printf '%s\n' @farms
    case "chart laying --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "chart laying --lang"
      printf '%s\n' he en th es zh
    case "chart laying --color"
      printf '%s\n' auto always never
    case "chart climate"
      printf '%s\n' --from --to --days --width --height --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "chart climate --from"
      printf '%s\n' today yesterday today-7d
    case "chart climate --to"
      printf '%s\n' today yesterday today-7d
    case "chart climate --data"
      printf '%s\n' @/
    case "chart climate --farm"
      printf '%s\n' @farms
    case "chart climate --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "chart climate --lang"
      printf '%s\n' he en th es zh
    case "chart climate --color"
      printf '%s\n' auto always never
    case "gaps"
      printf '%s\n' --exit-status --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "gaps --data"
      printf '%s\n' @/
    case "gaps --farm"
      printf '%s\n' @farms
    case "gaps --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "gaps --lang"
      printf '%s\n' he en th es zh
    case "gaps --color"
      printf '%s\n' auto always never
    case "portfolio"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "portfolio --data"
      printf '%s\n' @/
    case "portfolio --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "portfolio --lang"
      printf '%s\n' he en th es zh
    case "portfolio --color"
      printf '%s\n' auto always never
    case "activity"
      printf '%s\n' --min-score --kinds --from --to --limit --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "activity --from"
      printf '%s\n' today yesterday today-7d now-2h
    case "activity --to"
      printf '%s\n' today yesterday today-7d now-2h
    case "activity --data"
      printf '%s\n' @/
    case "activity --farm"
      printf '%s\n' @farms
    case "activity --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "activity --lang"
      printf '%s\n' he en th es zh
    case "activity --color"
      printf '%s\n' auto always never
    case "search"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "search --data"
      printf '%s\n' @/
    case "search --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "search --lang"
      printf '%s\n' he en th es zh
    case "search --color"
      printf '%s\n' auto always never
    case "setup"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "setup --data"
      printf '%s\n' @/
    case "setup --farm"
      printf '%s\n' @farms
    case "setup --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "setup --lang"
      printf '%s\n' he en th es zh
    case "setup --color"
      printf '%s\n' auto always never
    case "brain"
      printf '%s\n' scan --help
    case "brain scan"
      printf '%s\n' --all --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "brain scan --data"
      printf '%s\n' @/
    case "brain scan --farm"
      printf '%s\n' @farms
    case "brain scan --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "brain scan --lang"
      printf '%s\n' he en th es zh
    case "brain scan --color"
      printf '%s\n' auto always never
    case "cameras"
      printf '%s\n' list adopt token --help
    case "cameras list"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "cameras list --data"
      printf '%s\n' @/
    case "cameras list --farm"
      printf '%s\n' @farms
    case "cameras list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "cameras list --lang"
      printf '%s\n' he en th es zh
    case "cameras list --color"
      printf '%s\n' auto always never
    case "cameras adopt"
      printf '%s\n' --barn --name --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "cameras adopt --barn"
      printf '%s\n' @barns
    case "cameras adopt --data"
      printf '%s\n' @/
    case "cameras adopt --farm"
      printf '%s\n' @farms
    case "cameras adopt --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "cameras adopt --lang"
      printf '%s\n' he en th es zh
    case "cameras adopt --color"
      printf '%s\n' auto always never
    case "cameras token"
      printf '%s\n' --token-only --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "cameras token --data"
      printf '%s\n' @/
    case "cameras token --farm"
      printf '%s\n' @farms
    case "cameras token --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "cameras token --lang"
      printf '%s\n' he en th es zh
    case "cameras token --color"
      printf '%s\n' auto always never
    case "vision"
      printf '%s\n' push simulate --help
    case "vision push"
      printf '%s\n' @/ --integration --token-file --resume --rejects --follow --concurrency --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "vision push --token-file"
      printf '%s\n' @/
    case "vision push --rejects"
      printf '%s\n' @/
    case "vision push --data"
      printf '%s\n' @/
    case "vision push --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "vision push --lang"
      printf '%s\n' he en th es zh
    case "vision push --color"
      printf '%s\n' auto always never
    case "vision simulate"
      printf '%s\n' --barn --source --hours --until --seed --age --birds --breed --bias --drift --broken --lines --from-api --profile --server --data --farm --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "vision simulate --barn"
      printf '%s\n' @barns
    case "vision simulate --until"
      printf '%s\n' now now-2h today yesterday
    case "vision simulate --data"
      printf '%s\n' @/
    case "vision simulate --farm"
      printf '%s\n' @farms
    case "vision simulate --lang"
      printf '%s\n' he en th es zh
    case "vision simulate --color"
      printf '%s\n' auto always never
    case "ask"
      printf '%s\n' --execute --explain --conversation --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "ask --data"
      printf '%s\n' @/
    case "ask --farm"
      printf '%s\n' @farms
    case "ask --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "ask --lang"
      printf '%s\n' he en th es zh
    case "ask --color"
      printf '%s\n' auto always never
    case "chat"
      printf '%s\n' --execute --explain --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "chat --data"
      printf '%s\n' @/
    case "chat --farm"
      printf '%s\n' @farms
    case "chat --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "chat --lang"
      printf '%s\n' he en th es zh
    case "chat --color"
      printf '%s\n' auto always never
    case "mcp"
      printf '%s\n' --http --host --port --allow-host --profile --server --data --farm --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "mcp --data"
      printf '%s\n' @/
    case "mcp --farm"
      printf '%s\n' @farms
    case "mcp --lang"
      printf '%s\n' he en th es zh
    case "mcp --color"
      printf '%s\n' auto always never
    case "act"
      printf '%s\n' create_task complete_task create_order create_expense create_contact create_barn create_flock log_daily create_alert create_medicine create_feed_delivery set_farm_location set_barn_location navigate --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "act --data"
      printf '%s\n' @/
    case "act --farm"
      printf '%s\n' @farms
    case "act --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "act --lang"
      printf '%s\n' he en th es zh
    case "act --color"
      printf '%s\n' auto always never
    case "act create_task"
      printf '%s\n' --title --assignee --priority --details --barn-id --due-date --frequency --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "act create_task --priority"
      printf '%s\n' low normal high urgent
    case "act create_task --barn-id"
      printf '%s\n' @barns
    case "act create_task --due-date"
      printf '%s\n' today yesterday today-7d
    case "act create_task --frequency"
      printf '%s\n' once daily weekly biweekly monthly
    case "act create_task --input"
      printf '%s\n' @/
    case "act create_task --data"
      printf '%s\n' @/
    case "act create_task --farm"
      printf '%s\n' @farms
    case "act create_task --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "act create_task --lang"
      printf '%s\n' he en th es zh
    case "act create_task --color"
      printf '%s\n' auto always never
    case "act complete_task"
      printf '%s\n' --task-id --title --note --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "act complete_task --task-id"
      printf '%s\n' @tasks
    case "act complete_task --input"
      printf '%s\n' @/
    case "act complete_task --data"
      printf '%s\n' @/
    case "act complete_task --farm"
      printf '%s\n' @farms
    case "act complete_task --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "act complete_task --lang"
      printf '%s\n' he en th es zh
    case "act complete_task --color"
      printf '%s\n' auto always never
    case "act create_order"
      printf '%s\n' --quantity-kg --feed-type --flock-id --supplier-id --due-date --price-per-ton --title --category --quantity --unit --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "act create_order --feed-type"
      printf '%s\n' prestarter starter grower finisher withdrawal pullet prelay layer1 layer2 layer3 breeder other
    case "act create_order --flock-id"
      printf '%s\n' @flocks
    case "act create_order --supplier-id"
      printf '%s\n' @contacts
    case "act create_order --due-date"
      printf '%s\n' today yesterday today-7d
    case "act create_order --category"
      printf '%s\n' feed chicks live_birds eggs medicine litter gas equipment catching transport manure services other
    case "act create_order --input"
      printf '%s\n' @/
    case "act create_order --data"
      printf '%s\n' @/
    case "act create_order --farm"
      printf '%s\n' @farms
    case "act create_order --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "act create_order --lang"
      printf '%s\n' he en th es zh
    case "act create_order --color"
      printf '%s\n' auto always never
    case "act create_expense"
      printf '%s\n' --date --amount --category --description --flock-id --barn-id --supplier-id --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "act create_expense --date"
      printf '%s\n' today yesterday today-7d
    case "act create_expense --category"
      printf '%s\n' feed chicks medicine vaccination vet labor electricity gas fuel water litter cleaning catching transport maintenance equipment rent insurance levy tax waste admin interest depreciation other
    case "act create_expense --flock-id"
      printf '%s\n' @flocks
    case "act create_expense --barn-id"
      printf '%s\n' @barns
    case "act create_expense --supplier-id"
      printf '%s\n' @contacts
    case "act create_expense --input"
      printf '%s\n' @/
    case "act create_expense --data"
      printf '%s\n' @/
    case "act create_expense --farm"
      printf '%s\n' @farms
    case "act create_expense --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "act create_expense --lang"
      printf '%s\n' he en th es zh
    case "act create_expense --color"
      printf '%s\n' auto always never
    case "act create_contact"
      printf '%s\n' --name --kind --phone --email --company --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "act create_contact --kind"
      printf '%s\n' supplier feed_supplier chick_supplier medicine_supplier customer slaughterhouse vet worker manager catcher driver electrician technician inspector authority insurance bank emergency other
    case "act create_contact --input"
      printf '%s\n' @/
    case "act create_contact --data"
      printf '%s\n' @/
    case "act create_contact --farm"
      printf '%s\n' @farms
    case "act create_contact --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "act create_contact --lang"
      printf '%s\n' he en th es zh
    case "act create_contact --color"
      printf '%s\n' auto always never
    case "act create_barn"
      printf '%s\n' --name --capacity --area-sqm --barn-type --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "act create_barn --barn-type"
      printf '%s\n' broiler layer breeder pullet brooder turkey free_range other
    case "act create_barn --input"
      printf '%s\n' @/
    case "act create_barn --data"
      printf '%s\n' @/
    case "act create_barn --farm"
      printf '%s\n' @farms
    case "act create_barn --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "act create_barn --lang"
      printf '%s\n' he en th es zh
    case "act create_barn --color"
      printf '%s\n' auto always never
    case "act create_flock"
      printf '%s\n' --barn-id --placement-date --breed --chicks-received --price-per-chick --target-weight-kg --code --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "act create_flock --barn-id"
      printf '%s\n' @barns
    case "act create_flock --placement-date"
      printf '%s\n' today yesterday today-7d
    case "act create_flock --input"
      printf '%s\n' @/
    case "act create_flock --data"
      printf '%s\n' @/
    case "act create_flock --farm"
      printf '%s\n' @farms
    case "act create_flock --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "act create_flock --lang"
      printf '%s\n' he en th es zh
    case "act create_flock --color"
      printf '%s\n' auto always never
    case "act log_daily"
      printf '%s\n' --flock-id --barn-id --date --mortality --culls --feed-kg --water-l --avg-weight-gr --eggs --eggs-broken --temp-min --temp-max --humidity --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "act log_daily --flock-id"
      printf '%s\n' @flocks
    case "act log_daily --barn-id"
      printf '%s\n' @barns
    case "act log_daily --date"
      printf '%s\n' today yesterday today-7d
    case "act log_daily --input"
      printf '%s\n' @/
    case "act log_daily --data"
      printf '%s\n' @/
    case "act log_daily --farm"
      printf '%s\n' @farms
    case "act log_daily --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "act log_daily --lang"
      printf '%s\n' he en th es zh
    case "act log_daily --color"
      printf '%s\n' auto always never
    case "act create_alert"
      printf '%s\n' --title --severity --category --barn-id --flock-id --message --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "act create_alert --severity"
      printf '%s\n' info warning critical
    case "act create_alert --category"
      printf '%s\n' climate health mortality count weight feed water production equipment integration medicine finance market compliance security task other
    case "act create_alert --barn-id"
      printf '%s\n' @barns
    case "act create_alert --flock-id"
      printf '%s\n' @flocks
    case "act create_alert --input"
      printf '%s\n' @/
    case "act create_alert --data"
      printf '%s\n' @/
    case "act create_alert --farm"
      printf '%s\n' @farms
    case "act create_alert --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "act create_alert --lang"
      printf '%s\n' he en th es zh
    case "act create_alert --color"
      printf '%s\n' auto always never
    case "act create_medicine"
      printf '%s\n' --name --kind --quantity --unit --expiry-date --min-quantity --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "act create_medicine --kind"
      printf '%s\n' vaccine antibiotic anticoccidial antiparasitic vitamin electrolyte probiotic disinfectant pesticide other
    case "act create_medicine --unit"
      printf '%s\n' ml l g kg doses vials bottles sachets tablets units
    case "act create_medicine --expiry-date"
      printf '%s\n' today yesterday today-7d
    case "act create_medicine --input"
      printf '%s\n' @/
    case "act create_medicine --data"
      printf '%s\n' @/
    case "act create_medicine --farm"
      printf '%s\n' @farms
    case "act create_medicine --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "act create_medicine --lang"
      printf '%s\n' he en th es zh
    case "act create_medicine --color"
      printf '%s\n' auto always never
    case "act create_feed_delivery"
      printf '%s\n' --quantity-kg --date --feed-type --flock-id --price-per-ton --supplier-id --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "act create_feed_delivery --date"
      printf '%s\n' today yesterday today-7d
    case "act create_feed_delivery --feed-type"
      printf '%s\n' prestarter starter grower finisher withdrawal pullet prelay layer1 layer2 layer3 breeder other
    case "act create_feed_delivery --flock-id"
      printf '%s\n' @flocks
    case "act create_feed_delivery --supplier-id"
      printf '%s\n' @contacts
    case "act create_feed_delivery --input"
      printf '%s\n' @/
    case "act create_feed_delivery --data"
      printf '%s\n' @/
    case "act create_feed_delivery --farm"
      printf '%s\n' @farms
    case "act create_feed_delivery --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "act create_feed_delivery --lang"
      printf '%s\n' he en th es zh
    case "act create_feed_delivery --color"
      printf '%s\n' auto always never
    case "act set_farm_location"
      printf '%s\n' --latitude --longitude --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "act set_farm_location --input"
      printf '%s\n' @/
    case "act set_farm_location --data"
      printf '%s\n' @/
    case "act set_farm_location --farm"
      printf '%s\n' @farms
    case "act set_farm_location --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "act set_farm_location --lang"
      printf '%s\n' he en th es zh
    case "act set_farm_location --color"
      printf '%s\n' auto always never
    case "act set_barn_location"
      printf '%s\n' --barn-id --latitude --longitude --heading-deg --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "act set_barn_location --barn-id"
      printf '%s\n' @barns
    case "act set_barn_location --input"
      printf '%s\n' @/
    case "act set_barn_location --data"
      printf '%s\n' @/
    case "act set_barn_location --farm"
      printf '%s\n' @farms
    case "act set_barn_location --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "act set_barn_location --lang"
      printf '%s\n' he en th es zh
    case "act set_barn_location --color"
      printf '%s\n' auto always never
    case "act navigate"
      printf '%s\n' --path --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "act navigate --input"
      printf '%s\n' @/
    case "act navigate --data"
      printf '%s\n' @/
    case "act navigate --farm"
      printf '%s\n' @farms
    case "act navigate --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "act navigate --lang"
      printf '%s\n' he en th es zh
    case "act navigate --color"
      printf '%s\n' auto always never
    case "undo"
      printf '%s\n' list --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "undo --data"
      printf '%s\n' @/
    case "undo --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "undo --lang"
      printf '%s\n' he en th es zh
    case "undo --color"
      printf '%s\n' auto always never
    case "undo list"
      printf '%s\n' --type --undone --limit --all --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "undo list --type"
      printf '%s\n' create_task complete_task create_order create_expense create_contact create_barn create_flock log_daily create_alert create_medicine create_feed_delivery set_farm_location set_barn_location navigate
    case "undo list --data"
      printf '%s\n' @/
    case "undo list --farm"
      printf '%s\n' @farms
    case "undo list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "undo list --lang"
      printf '%s\n' he en th es zh
    case "undo list --color"
      printf '%s\n' auto always never
    case "case-files"
      printf '%s\n' list get create verify --help
    case "case-files list"
      printf '%s\n' --flock --limit --all --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "case-files list --flock"
      printf '%s\n' @flocks
    case "case-files list --data"
      printf '%s\n' @/
    case "case-files list --farm"
      printf '%s\n' @farms
    case "case-files list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "case-files list --lang"
      printf '%s\n' he en th es zh
    case "case-files list --color"
      printf '%s\n' auto always never
    case "case-files get"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "case-files get --data"
      printf '%s\n' @/
    case "case-files get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "case-files get --lang"
      printf '%s\n' he en th es zh
    case "case-files get --color"
      printf '%s\n' auto always never
    case "case-files create"
      printf '%s\n' --title --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "case-files create --data"
      printf '%s\n' @/
    case "case-files create --farm"
      printf '%s\n' @farms
    case "case-files create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "case-files create --lang"
      printf '%s\n' he en th es zh
    case "case-files create --color"
      printf '%s\n' auto always never
    case "case-files verify"
      printf '%s\n' --file --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "case-files verify --file"
      printf '%s\n' @/
    case "case-files verify --data"
      printf '%s\n' @/
    case "case-files verify --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "case-files verify --lang"
      printf '%s\n' he en th es zh
    case "case-files verify --color"
      printf '%s\n' auto always never
    case "auth"
      printf '%s\n' login status logout --help
    case "auth login"
      printf '%s\n' --key-stdin --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "auth login --data"
      printf '%s\n' @/
    case "auth login --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "auth login --lang"
      printf '%s\n' he en th es zh
    case "auth login --color"
      printf '%s\n' auto always never
    case "auth status"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "auth status --data"
      printf '%s\n' @/
    case "auth status --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "auth status --lang"
      printf '%s\n' he en th es zh
    case "auth status --color"
      printf '%s\n' auto always never
    case "auth logout"
      printf '%s\n' --profile --output --lang --color --no-pager --help
    case "auth logout --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "auth logout --lang"
      printf '%s\n' he en th es zh
    case "auth logout --color"
      printf '%s\n' auto always never
    case "profile"
      printf '%s\n' list use add remove --help
    case "profile list"
      printf '%s\n' --profile --output --fields --no-header --jq --fail-empty --lang --color --no-pager --help
    case "profile list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "profile list --lang"
      printf '%s\n' he en th es zh
    case "profile list --color"
      printf '%s\n' auto always never
    case "profile use"
      printf '%s\n' --output --lang --color --no-pager --help
    case "profile use --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "profile use --lang"
      printf '%s\n' he en th es zh
    case "profile use --color"
      printf '%s\n' auto always never
    case "profile add"
      printf '%s\n' --server --data --farm --output --lang --color --no-pager --help
    case "profile add --data"
      printf '%s\n' @/
    case "profile add --farm"
      printf '%s\n' @farms
    case "profile add --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "profile add --lang"
      printf '%s\n' he en th es zh
    case "profile add --color"
      printf '%s\n' auto always never
    case "profile remove"
      printf '%s\n' --output --lang --color --no-pager --yes --help
    case "profile remove --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "profile remove --lang"
      printf '%s\n' he en th es zh
    case "profile remove --color"
      printf '%s\n' auto always never
    case "config"
      printf '%s\n' get list explain path set unset --help
    case "config get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "config get --data"
      printf '%s\n' @/
    case "config get --farm"
      printf '%s\n' @farms
    case "config get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "config get --lang"
      printf '%s\n' he en th es zh
    case "config get --color"
      printf '%s\n' auto always never
    case "config list"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "config list --data"
      printf '%s\n' @/
    case "config list --farm"
      printf '%s\n' @farms
    case "config list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "config list --lang"
      printf '%s\n' he en th es zh
    case "config list --color"
      printf '%s\n' auto always never
    case "config explain"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "config explain --data"
      printf '%s\n' @/
    case "config explain --farm"
      printf '%s\n' @farms
    case "config explain --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "config explain --lang"
      printf '%s\n' he en th es zh
    case "config explain --color"
      printf '%s\n' auto always never
    case "config path"
      printf '%s\n' --profile --output --fields --no-header --jq --lang --color --no-pager --help
    case "config path --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "config path --lang"
      printf '%s\n' he en th es zh
    case "config path --color"
      printf '%s\n' auto always never
    case "config set"
      printf '%s\n' --all-profiles --stdin --profile --output --lang --color --no-pager --help
    case "config set --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "config set --lang"
      printf '%s\n' he en th es zh
    case "config set --color"
      printf '%s\n' auto always never
    case "config unset"
      printf '%s\n' --all-profiles --profile --output --lang --color --no-pager --help
    case "config unset --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "config unset --lang"
      printf '%s\n' he en th es zh
    case "config unset --color"
      printf '%s\n' auto always never
    case "console"
      printf '%s\n' --user --open --qr --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "console --user"
      printf '%s\n' @users
    case "console --data"
      printf '%s\n' @/
    case "console --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "console --lang"
      printf '%s\n' he en th es zh
    case "console --color"
      printf '%s\n' auto always never
    case "keys"
      printf '%s\n' list get create update revoke --help
    case "keys list"
      printf '%s\n' --limit --all --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "keys list --data"
      printf '%s\n' @/
    case "keys list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "keys list --lang"
      printf '%s\n' he en th es zh
    case "keys list --color"
      printf '%s\n' auto always never
    case "keys get"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "keys get --data"
      printf '%s\n' @/
    case "keys get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "keys get --lang"
      printf '%s\n' he en th es zh
    case "keys get --color"
      printf '%s\n' auto always never
    case "keys create"
      printf '%s\n' --scope --farms --rate-limit --expires --key-only --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "keys create --farms"
      printf '%s\n' @farms
    case "keys create --expires"
      printf '%s\n' 90d never today yesterday today-7d now-2h
    case "keys create --data"
      printf '%s\n' @/
    case "keys create --farm"
      printf '%s\n' @farms
    case "keys create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "keys create --lang"
      printf '%s\n' he en th es zh
    case "keys create --color"
      printf '%s\n' auto always never
    case "keys update"
      printf '%s\n' --name --rate-limit --expires --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "keys update --expires"
      printf '%s\n' 90d never today yesterday today-7d now-2h
    case "keys update --data"
      printf '%s\n' @/
    case "keys update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "keys update --lang"
      printf '%s\n' he en th es zh
    case "keys update --color"
      printf '%s\n' auto always never
    case "keys revoke"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "keys revoke --data"
      printf '%s\n' @/
    case "keys revoke --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "keys revoke --lang"
      printf '%s\n' he en th es zh
    case "keys revoke --color"
      printf '%s\n' auto always never
    case "sessions"
      printf '%s\n' list end --help
    case "sessions list"
      printf '%s\n' --user --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "sessions list --user"
      printf '%s\n' @users
    case "sessions list --data"
      printf '%s\n' @/
    case "sessions list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "sessions list --lang"
      printf '%s\n' he en th es zh
    case "sessions list --color"
      printf '%s\n' auto always never
    case "sessions end"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "sessions end --data"
      printf '%s\n' @/
    case "sessions end --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "sessions end --lang"
      printf '%s\n' he en th es zh
    case "sessions end --color"
      printf '%s\n' auto always never
    case "webhook"
      printf '%s\n' add list get update adopt remove test deliveries resend replay rotate listen trigger verify --help
    case "webhook add"
      printf '%s\n' --events --farm --description --ordered --secret-only --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "webhook add --events"
      printf '%s\n' all alert.created alert.critical alert.resolved task.created task.completed field_report.created field_report.question field_report.critical flock.placed flock.closed daily_log.created sale.created expense.created feed.delivered media.analyzed gap.detected brain.scan
    case "webhook add --farm"
      printf '%s\n' @farms
    case "webhook add --data"
      printf '%s\n' @/
    case "webhook add --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "webhook add --lang"
      printf '%s\n' he en th es zh
    case "webhook add --color"
      printf '%s\n' auto always never
    case "webhook list"
      printf '%s\n' --limit --all --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "webhook list --data"
      printf '%s\n' @/
    case "webhook list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "webhook list --lang"
      printf '%s\n' he en th es zh
    case "webhook list --color"
      printf '%s\n' auto always never
    case "webhook get"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "webhook get --data"
      printf '%s\n' @/
    case "webhook get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "webhook get --lang"
      printf '%s\n' he en th es zh
    case "webhook get --color"
      printf '%s\n' auto always never
    case "webhook update"
      printf '%s\n' --url --events --farm --all-farms --description --ordered --enabled --replay --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "webhook update --events"
      printf '%s\n' all alert.created alert.critical alert.resolved task.created task.completed field_report.created field_report.question field_report.critical flock.placed flock.closed daily_log.created sale.created expense.created feed.delivered media.analyzed gap.detected brain.scan
    case "webhook update --farm"
      printf '%s\n' @farms
    case "webhook update --data"
      printf '%s\n' @/
    case "webhook update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "webhook update --lang"
      printf '%s\n' he en th es zh
    case "webhook update --color"
      printf '%s\n' auto always never
    case "webhook adopt"
      printf '%s\n' --replay --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "webhook adopt --data"
      printf '%s\n' @/
    case "webhook adopt --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "webhook adopt --lang"
      printf '%s\n' he en th es zh
    case "webhook adopt --color"
      printf '%s\n' auto always never
    case "webhook remove"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "webhook remove --data"
      printf '%s\n' @/
    case "webhook remove --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "webhook remove --lang"
      printf '%s\n' he en th es zh
    case "webhook remove --color"
      printf '%s\n' auto always never
    case "webhook test"
      printf '%s\n' --wait --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "webhook test --data"
      printf '%s\n' @/
    case "webhook test --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "webhook test --lang"
      printf '%s\n' he en th es zh
    case "webhook test --color"
      printf '%s\n' auto always never
    case "webhook deliveries"
      printf '%s\n' get --state --event --from --to --limit --all --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "webhook deliveries --state"
      printf '%s\n' pending leased delivered exhausted held cancelled
    case "webhook deliveries --event"
      printf '%s\n' alert.created alert.critical alert.resolved task.created task.completed field_report.created field_report.question field_report.critical flock.placed flock.closed daily_log.created sale.created expense.created feed.delivered media.analyzed gap.detected brain.scan
    case "webhook deliveries --from"
      printf '%s\n' today yesterday today-7d now-2h
    case "webhook deliveries --to"
      printf '%s\n' today yesterday today-7d now-2h
    case "webhook deliveries --data"
      printf '%s\n' @/
    case "webhook deliveries --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "webhook deliveries --lang"
      printf '%s\n' he en th es zh
    case "webhook deliveries --color"
      printf '%s\n' auto always never
    case "webhook deliveries get"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "webhook deliveries get --data"
      printf '%s\n' @/
    case "webhook deliveries get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "webhook deliveries get --lang"
      printf '%s\n' he en th es zh
    case "webhook deliveries get --color"
      printf '%s\n' auto always never
    case "webhook resend"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "webhook resend --data"
      printf '%s\n' @/
    case "webhook resend --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "webhook resend --lang"
      printf '%s\n' he en th es zh
    case "webhook resend --color"
      printf '%s\n' auto always never
    case "webhook replay"
      printf '%s\n' --from --to --events --missing --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "webhook replay --from"
      printf '%s\n' today yesterday today-7d now-2h
    case "webhook replay --to"
      printf '%s\n' today yesterday today-7d now-2h
    case "webhook replay --events"
      printf '%s\n' all alert.created alert.critical alert.resolved task.created task.completed field_report.created field_report.question field_report.critical flock.placed flock.closed daily_log.created sale.created expense.created feed.delivered media.analyzed gap.detected brain.scan
    case "webhook replay --data"
      printf '%s\n' @/
    case "webhook replay --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "webhook replay --lang"
      printf '%s\n' he en th es zh
    case "webhook replay --color"
      printf '%s\n' auto always never
    case "webhook rotate"
      printf '%s\n' --grace --finish --secret-only --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "webhook rotate --data"
      printf '%s\n' @/
    case "webhook rotate --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "webhook rotate --lang"
      printf '%s\n' he en th es zh
    case "webhook rotate --color"
      printf '%s\n' auto always never
    case "webhook listen"
      printf '%s\n' --forward-to --events --farm --secret-file --print-secret --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "webhook listen --events"
      printf '%s\n' all alert.created alert.critical alert.resolved task.created task.completed field_report.created field_report.question field_report.critical flock.placed flock.closed daily_log.created sale.created expense.created feed.delivered media.analyzed gap.detected brain.scan
    case "webhook listen --farm"
      printf '%s\n' @farms
    case "webhook listen --secret-file"
      printf '%s\n' @/
    case "webhook listen --data"
      printf '%s\n' @/
    case "webhook listen --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "webhook listen --lang"
      printf '%s\n' he en th es zh
    case "webhook listen --color"
      printf '%s\n' auto always never
    case "webhook trigger"
      printf '%s\n' alert.created alert.critical alert.resolved task.created task.completed field_report.created field_report.question field_report.critical flock.placed flock.closed daily_log.created sale.created expense.created feed.delivered media.analyzed gap.detected brain.scan --url --webhook --secret-file --set --farm --print --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "webhook trigger --secret-file"
      printf '%s\n' @/
    case "webhook trigger --farm"
      printf '%s\n' @farms
    case "webhook trigger --data"
      printf '%s\n' @/
    case "webhook trigger --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "webhook trigger --lang"
      printf '%s\n' he en th es zh
    case "webhook trigger --color"
      printf '%s\n' auto always never
    case "webhook verify"
      printf '%s\n' --secret-file --header --body --tolerance --output --fields --no-header --jq --lang --color --no-pager --help
    case "webhook verify --secret-file"
      printf '%s\n' @/
    case "webhook verify --body"
      printf '%s\n' @/
    case "webhook verify --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "webhook verify --lang"
      printf '%s\n' he en th es zh
    case "webhook verify --color"
      printf '%s\n' auto always never
    case "notices"
      printf '%s\n' list test simulate channels digest --help
    case "notices list"
      printf '%s\n' --state --kind --user --channel --limit --all --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "notices list --state"
      printf '%s\n' pending leased sent failed cancelled
    case "notices list --kind"
      printf '%s\n' alert digest verification test channel_disabled
    case "notices list --user"
      printf '%s\n' @users
    case "notices list --data"
      printf '%s\n' @/
    case "notices list --farm"
      printf '%s\n' @farms
    case "notices list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "notices list --lang"
      printf '%s\n' he en th es zh
    case "notices list --color"
      printf '%s\n' auto always never
    case "notices test"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "notices test --data"
      printf '%s\n' @/
    case "notices test --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "notices test --lang"
      printf '%s\n' he en th es zh
    case "notices test --color"
      printf '%s\n' auto always never
    case "notices simulate"
      printf '%s\n' --severity --at --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "notices simulate --severity"
      printf '%s\n' critical warning
    case "notices simulate --at"
      printf '%s\n' now now-2h today yesterday
    case "notices simulate --data"
      printf '%s\n' @/
    case "notices simulate --farm"
      printf '%s\n' @farms
    case "notices simulate --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "notices simulate --lang"
      printf '%s\n' he en th es zh
    case "notices simulate --color"
      printf '%s\n' auto always never
    case "notices channels"
      printf '%s\n' list add verify send-code remove --help
    case "notices channels list"
      printf '%s\n' --user --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "notices channels list --user"
      printf '%s\n' @users
    case "notices channels list --data"
      printf '%s\n' @/
    case "notices channels list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "notices channels list --lang"
      printf '%s\n' he en th es zh
    case "notices channels list --color"
      printf '%s\n' auto always never
    case "notices channels add"
      printf '%s\n' --user --body --content-type --auth-ref --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "notices channels add --user"
      printf '%s\n' @users
    case "notices channels add --content-type"
      printf '%s\n' application/json application/x-www-form-urlencoded text/plain
    case "notices channels add --data"
      printf '%s\n' @/
    case "notices channels add --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "notices channels add --lang"
      printf '%s\n' he en th es zh
    case "notices channels add --color"
      printf '%s\n' auto always never
    case "notices channels verify"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "notices channels verify --data"
      printf '%s\n' @/
    case "notices channels verify --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "notices channels verify --lang"
      printf '%s\n' he en th es zh
    case "notices channels verify --color"
      printf '%s\n' auto always never
    case "notices channels send-code"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "notices channels send-code --data"
      printf '%s\n' @/
    case "notices channels send-code --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "notices channels send-code --lang"
      printf '%s\n' he en th es zh
    case "notices channels send-code --color"
      printf '%s\n' auto always never
    case "notices channels remove"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "notices channels remove --data"
      printf '%s\n' @/
    case "notices channels remove --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "notices channels remove --lang"
      printf '%s\n' he en th es zh
    case "notices channels remove --color"
      printf '%s\n' auto always never
    case "notices digest"
      printf '%s\n' --via --user --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "notices digest --via"
      printf '%s\n' email push
    case "notices digest --user"
      printf '%s\n' @users
    case "notices digest --data"
      printf '%s\n' @/
    case "notices digest --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "notices digest --lang"
      printf '%s\n' he en th es zh
    case "notices digest --color"
      printf '%s\n' auto always never
    case "duties"
      printf '%s\n' list get add exception escalate set remove clear --help
    case "duties list"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "duties list --data"
      printf '%s\n' @/
    case "duties list --farm"
      printf '%s\n' @farms
    case "duties list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "duties list --lang"
      printf '%s\n' he en th es zh
    case "duties list --color"
      printf '%s\n' auto always never
    case "duties get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "duties get --data"
      printf '%s\n' @/
    case "duties get --farm"
      printf '%s\n' @farms
    case "duties get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "duties get --lang"
      printf '%s\n' he en th es zh
    case "duties get --color"
      printf '%s\n' auto always never
    case "duties add"
      printf '%s\n' --user --days --from --to --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "duties add --user"
      printf '%s\n' @users
    case "duties add --data"
      printf '%s\n' @/
    case "duties add --farm"
      printf '%s\n' @farms
    case "duties add --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "duties add --lang"
      printf '%s\n' he en th es zh
    case "duties add --color"
      printf '%s\n' auto always never
    case "duties exception"
      printf '%s\n' --user --from --to --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "duties exception --user"
      printf '%s\n' @users
    case "duties exception --from"
      printf '%s\n' today yesterday today-7d
    case "duties exception --to"
      printf '%s\n' today yesterday today-7d
    case "duties exception --data"
      printf '%s\n' @/
    case "duties exception --farm"
      printf '%s\n' @farms
    case "duties exception --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "duties exception --lang"
      printf '%s\n' he en th es zh
    case "duties exception --color"
      printf '%s\n' auto always never
    case "duties escalate"
      printf '%s\n' --user --after --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "duties escalate --user"
      printf '%s\n' @users
    case "duties escalate --data"
      printf '%s\n' @/
    case "duties escalate --farm"
      printf '%s\n' @farms
    case "duties escalate --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "duties escalate --lang"
      printf '%s\n' he en th es zh
    case "duties escalate --color"
      printf '%s\n' auto always never
    case "duties set"
      printf '%s\n' --input --quiet-hours --warnings --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "duties set --input"
      printf '%s\n' @/
    case "duties set --warnings"
      printf '%s\n' on off
    case "duties set --data"
      printf '%s\n' @/
    case "duties set --farm"
      printf '%s\n' @farms
    case "duties set --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "duties set --lang"
      printf '%s\n' he en th es zh
    case "duties set --color"
      printf '%s\n' auto always never
    case "duties remove"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "duties remove --data"
      printf '%s\n' @/
    case "duties remove --farm"
      printf '%s\n' @farms
    case "duties remove --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "duties remove --lang"
      printf '%s\n' he en th es zh
    case "duties remove --color"
      printf '%s\n' auto always never
    case "duties clear"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "duties clear --data"
      printf '%s\n' @/
    case "duties clear --farm"
      printf '%s\n' @farms
    case "duties clear --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "duties clear --lang"
      printf '%s\n' he en th es zh
    case "duties clear --color"
      printf '%s\n' auto always never
    case "settings"
      printf '%s\n' list get set reset --help
    case "settings list"
      printf '%s\n' --changed --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "settings list --data"
      printf '%s\n' @/
    case "settings list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "settings list --lang"
      printf '%s\n' he en th es zh
    case "settings list --color"
      printf '%s\n' auto always never
    case "settings get"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "settings get --data"
      printf '%s\n' @/
    case "settings get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "settings get --lang"
      printf '%s\n' he en th es zh
    case "settings get --color"
      printf '%s\n' auto always never
    case "settings set"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "settings set --data"
      printf '%s\n' @/
    case "settings set --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "settings set --lang"
      printf '%s\n' he en th es zh
    case "settings set --color"
      printf '%s\n' auto always never
    case "settings reset"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "settings reset --data"
      printf '%s\n' @/
    case "settings reset --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "settings reset --lang"
      printf '%s\n' he en th es zh
    case "settings reset --color"
      printf '%s\n' auto always never
    case "people"
      printf '%s\n' export erase --help
    case "people export"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "people export --data"
      printf '%s\n' @/
    case "people export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "people export --lang"
      printf '%s\n' he en th es zh
    case "people export --color"
      printf '%s\n' auto always never
    case "people erase"
      printf '%s\n' --dry-run --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "people erase --data"
      printf '%s\n' @/
    case "people erase --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "people erase --lang"
      printf '%s\n' he en th es zh
    case "people erase --color"
      printf '%s\n' auto always never
    case "history"
      printf '%s\n' --field --limit --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "history --data"
      printf '%s\n' @/
    case "history --farm"
      printf '%s\n' @farms
    case "history --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "history --lang"
      printf '%s\n' he en th es zh
    case "history --color"
      printf '%s\n' auto always never
    case "audit"
      printf '%s\n' list verify --help
    case "audit list"
      printf '%s\n' --key-id --method --path --status --from --to --limit --all --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "audit list --from"
      printf '%s\n' today yesterday today-7d now-2h
    case "audit list --to"
      printf '%s\n' today yesterday today-7d now-2h
    case "audit list --data"
      printf '%s\n' @/
    case "audit list --farm"
      printf '%s\n' @farms
    case "audit list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "audit list --lang"
      printf '%s\n' he en th es zh
    case "audit list --color"
      printf '%s\n' auto always never
    case "audit verify"
      printf '%s\n' --against --public-key --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "audit verify --against"
      printf '%s\n' @/
    case "audit verify --data"
      printf '%s\n' @/
    case "audit verify --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "audit verify --lang"
      printf '%s\n' he en th es zh
    case "audit verify --color"
      printf '%s\n' auto always never
    case "me"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "me --data"
      printf '%s\n' @/
    case "me --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "me --lang"
      printf '%s\n' he en th es zh
    case "me --color"
      printf '%s\n' auto always never
    case "resources"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "resources --data"
      printf '%s\n' @/
    case "resources --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "resources --lang"
      printf '%s\n' he en th es zh
    case "resources --color"
      printf '%s\n' auto always never
    case "capabilities"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "capabilities --data"
      printf '%s\n' @/
    case "capabilities --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "capabilities --lang"
      printf '%s\n' he en th es zh
    case "capabilities --color"
      printf '%s\n' auto always never
    case "openapi"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "openapi --data"
      printf '%s\n' @/
    case "openapi --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "openapi --lang"
      printf '%s\n' he en th es zh
    case "openapi --color"
      printf '%s\n' auto always never
    case "api"
      printf '%s\n' --query --send-header --set --input --include --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "api --input"
      printf '%s\n' @/
    case "api --data"
      printf '%s\n' @/
    case "api --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "api --lang"
      printf '%s\n' he en th es zh
    case "api --color"
      printf '%s\n' auto always never
    case "batch"
      printf '%s\n' @/ --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "batch --data"
      printf '%s\n' @/
    case "batch --farm"
      printf '%s\n' @farms
    case "batch --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "batch --lang"
      printf '%s\n' he en th es zh
    case "batch --color"
      printf '%s\n' auto always never
    case "fixtures"
      printf '%s\n' apply destroy --help
    case "fixtures apply"
      printf '%s\n' @/ --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "fixtures apply --data"
      printf '%s\n' @/
    case "fixtures apply --farm"
      printf '%s\n' @farms
    case "fixtures apply --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "fixtures apply --lang"
      printf '%s\n' he en th es zh
    case "fixtures apply --color"
      printf '%s\n' auto always never
    case "fixtures destroy"
      printf '%s\n' @/ --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "fixtures destroy --data"
      printf '%s\n' @/
    case "fixtures destroy --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "fixtures destroy --lang"
      printf '%s\n' he en th es zh
    case "fixtures destroy --color"
      printf '%s\n' auto always never
    case "os"
      printf '%s\n' --query --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "os --data"
      printf '%s\n' @/
    case "os --farm"
      printf '%s\n' @farms
    case "os --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "os --lang"
      printf '%s\n' he en th es zh
    case "os --color"
      printf '%s\n' auto always never
    case "clock"
      printf '%s\n' get set advance --help
    case "clock get"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "clock get --data"
      printf '%s\n' @/
    case "clock get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "clock get --lang"
      printf '%s\n' he en th es zh
    case "clock get --color"
      printf '%s\n' auto always never
    case "clock set"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "clock set --data"
      printf '%s\n' @/
    case "clock set --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "clock set --lang"
      printf '%s\n' he en th es zh
    case "clock set --color"
      printf '%s\n' auto always never
    case "clock advance"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "clock advance --data"
      printf '%s\n' @/
    case "clock advance --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "clock advance --lang"
      printf '%s\n' he en th es zh
    case "clock advance --color"
      printf '%s\n' auto always never
    case "fault"
      printf '%s\n' list add clear --help
    case "fault list"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "fault list --data"
      printf '%s\n' @/
    case "fault list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "fault list --lang"
      printf '%s\n' he en th es zh
    case "fault list --color"
      printf '%s\n' auto always never
    case "fault add"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "fault add --data"
      printf '%s\n' @/
    case "fault add --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "fault add --lang"
      printf '%s\n' he en th es zh
    case "fault add --color"
      printf '%s\n' auto always never
    case "fault clear"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "fault clear --data"
      printf '%s\n' @/
    case "fault clear --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "fault clear --lang"
      printf '%s\n' he en th es zh
    case "fault clear --color"
      printf '%s\n' auto always never
    case "snapshot"
      printf '%s\n' save load --help
    case "snapshot save"
      printf '%s\n' @/ --force --profile --server --data --output --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "snapshot save --data"
      printf '%s\n' @/
    case "snapshot save --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "snapshot save --lang"
      printf '%s\n' he en th es zh
    case "snapshot save --color"
      printf '%s\n' auto always never
    case "snapshot load"
      printf '%s\n' @/ --profile --server --data --output --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "snapshot load --data"
      printf '%s\n' @/
    case "snapshot load --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "snapshot load --lang"
      printf '%s\n' he en th es zh
    case "snapshot load --color"
      printf '%s\n' auto always never
    case "completion"
      printf '%s\n' bash zsh fish --help
    case "completion bash"
      printf '%s\n' --lang --color --no-pager --help
    case "completion bash --lang"
      printf '%s\n' he en th es zh
    case "completion bash --color"
      printf '%s\n' auto always never
    case "completion zsh"
      printf '%s\n' --lang --color --no-pager --help
    case "completion zsh --lang"
      printf '%s\n' he en th es zh
    case "completion zsh --color"
      printf '%s\n' auto always never
    case "completion fish"
      printf '%s\n' --lang --color --no-pager --help
    case "completion fish --lang"
      printf '%s\n' he en th es zh
    case "completion fish --color"
      printf '%s\n' auto always never
    case "help"
      printf '%s\n' --output --fields --no-header --jq --lang --color --no-pager --help
    case "help --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "help --lang"
      printf '%s\n' he en th es zh
    case "help --color"
      printf '%s\n' auto always never
    case "farms"
      printf '%s\n' list get export create update delete import --help
    case "farms list"
      printf '%s\n' --q --vertical --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "farms list --vertical"
      printf '%s\n' poultry broiler layer breeder turkey mixed other
    case "farms list --dir"
      printf '%s\n' asc desc
    case "farms list --data"
      printf '%s\n' @/
    case "farms list --farm"
      printf '%s\n' @farms
    case "farms list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "farms list --lang"
      printf '%s\n' he en th es zh
    case "farms list --color"
      printf '%s\n' auto always never
    case "farms get"
      printf '%s\n' @farms --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "farms get --data"
      printf '%s\n' @/
    case "farms get --farm"
      printf '%s\n' @farms
    case "farms get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "farms get --lang"
      printf '%s\n' he en th es zh
    case "farms get --color"
      printf '%s\n' auto always never
    case "farms export"
      printf '%s\n' --q --vertical --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "farms export --vertical"
      printf '%s\n' poultry broiler layer breeder turkey mixed other
    case "farms export --format"
      printf '%s\n' csv jsonl xlsx
    case "farms export --file"
      printf '%s\n' @/
    case "farms export --dir"
      printf '%s\n' asc desc
    case "farms export --data"
      printf '%s\n' @/
    case "farms export --farm"
      printf '%s\n' @farms
    case "farms export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "farms export --lang"
      printf '%s\n' he en th es zh
    case "farms export --color"
      printf '%s\n' auto always never
    case "farms create"
      printf '%s\n' --name --vertical --location --latitude --longitude --area-dunam --currency --notes --set --input --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "farms create --vertical"
      printf '%s\n' poultry broiler layer breeder turkey mixed other
    case "farms create --input"
      printf '%s\n' @/
    case "farms create --data"
      printf '%s\n' @/
    case "farms create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "farms create --lang"
      printf '%s\n' he en th es zh
    case "farms create --color"
      printf '%s\n' auto always never
    case "farms update"
      printf '%s\n' @farms --name --vertical --location --latitude --longitude --area-dunam --currency --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "farms update --vertical"
      printf '%s\n' poultry broiler layer breeder turkey mixed other
    case "farms update --input"
      printf '%s\n' @/
    case "farms update --data"
      printf '%s\n' @/
    case "farms update --farm"
      printf '%s\n' @farms
    case "farms update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "farms update --lang"
      printf '%s\n' he en th es zh
    case "farms update --color"
      printf '%s\n' auto always never
    case "farms delete"
      printf '%s\n' @farms --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "farms delete --data"
      printf '%s\n' @/
    case "farms delete --farm"
      printf '%s\n' @farms
    case "farms delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "farms delete --lang"
      printf '%s\n' he en th es zh
    case "farms delete --color"
      printf '%s\n' auto always never
    case "farms import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "farms import --rejects"
      printf '%s\n' @/
    case "farms import --on-error"
      printf '%s\n' abort skip
    case "farms import --on-duplicate"
      printf '%s\n' error skip update
    case "farms import --decimal"
      printf '%s\n' . ,
    case "farms import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "farms import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "farms import --format"
      printf '%s\n' csv jsonl json xlsx
    case "farms import --data"
      printf '%s\n' @/
    case "farms import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "farms import --lang"
      printf '%s\n' he en th es zh
    case "farms import --color"
      printf '%s\n' auto always never
    case "barns"
      printf '%s\n' list get export create update delete import --help
    case "barns list"
      printf '%s\n' --q --status --barn-type --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "barns list --status"
      printf '%s\n' active cleaning maintenance inactive
    case "barns list --barn-type"
      printf '%s\n' broiler layer breeder pullet brooder turkey free_range other
    case "barns list --dir"
      printf '%s\n' asc desc
    case "barns list --data"
      printf '%s\n' @/
    case "barns list --farm"
      printf '%s\n' @farms
    case "barns list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "barns list --lang"
      printf '%s\n' he en th es zh
    case "barns list --color"
      printf '%s\n' auto always never
    case "barns get"
      printf '%s\n' @barns --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "barns get --data"
      printf '%s\n' @/
    case "barns get --farm"
      printf '%s\n' @farms
    case "barns get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "barns get --lang"
      printf '%s\n' he en th es zh
    case "barns get --color"
      printf '%s\n' auto always never
    case "barns export"
      printf '%s\n' --q --status --barn-type --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "barns export --status"
      printf '%s\n' active cleaning maintenance inactive
    case "barns export --barn-type"
      printf '%s\n' broiler layer breeder pullet brooder turkey free_range other
    case "barns export --format"
      printf '%s\n' csv jsonl xlsx
    case "barns export --file"
      printf '%s\n' @/
    case "barns export --dir"
      printf '%s\n' asc desc
    case "barns export --data"
      printf '%s\n' @/
    case "barns export --farm"
      printf '%s\n' @farms
    case "barns export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "barns export --lang"
      printf '%s\n' he en th es zh
    case "barns export --color"
      printf '%s\n' auto always never
    case "barns create"
      printf '%s\n' --name --capacity --area-sqm --barn-type --controller --status --notes --latitude --longitude --heading-deg --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "barns create --barn-type"
      printf '%s\n' broiler layer breeder pullet brooder turkey free_range other
    case "barns create --status"
      printf '%s\n' active cleaning maintenance inactive
    case "barns create --input"
      printf '%s\n' @/
    case "barns create --data"
      printf '%s\n' @/
    case "barns create --farm"
      printf '%s\n' @farms
    case "barns create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "barns create --lang"
      printf '%s\n' he en th es zh
    case "barns create --color"
      printf '%s\n' auto always never
    case "barns update"
      printf '%s\n' @barns --name --capacity --area-sqm --barn-type --controller --status --notes --latitude --longitude --heading-deg --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "barns update --barn-type"
      printf '%s\n' broiler layer breeder pullet brooder turkey free_range other
    case "barns update --status"
      printf '%s\n' active cleaning maintenance inactive
    case "barns update --input"
      printf '%s\n' @/
    case "barns update --data"
      printf '%s\n' @/
    case "barns update --farm"
      printf '%s\n' @farms
    case "barns update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "barns update --lang"
      printf '%s\n' he en th es zh
    case "barns update --color"
      printf '%s\n' auto always never
    case "barns delete"
      printf '%s\n' @barns --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "barns delete --data"
      printf '%s\n' @/
    case "barns delete --farm"
      printf '%s\n' @farms
    case "barns delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "barns delete --lang"
      printf '%s\n' he en th es zh
    case "barns delete --color"
      printf '%s\n' auto always never
    case "barns import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "barns import --rejects"
      printf '%s\n' @/
    case "barns import --on-error"
      printf '%s\n' abort skip
    case "barns import --on-duplicate"
      printf '%s\n' error skip update
    case "barns import --decimal"
      printf '%s\n' . ,
    case "barns import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "barns import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "barns import --format"
      printf '%s\n' csv jsonl json xlsx
    case "barns import --data"
      printf '%s\n' @/
    case "barns import --farm"
      printf '%s\n' @farms
    case "barns import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "barns import --lang"
      printf '%s\n' he en th es zh
    case "barns import --color"
      printf '%s\n' auto always never
    case "flocks"
      printf '%s\n' list get export create update delete import --help
    case "flocks list"
      printf '%s\n' --q --status --barn-id --breed --batch-code --placement-date-from --placement-date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "flocks list --status"
      printf '%s\n' planned active selling closed cancelled
    case "flocks list --barn-id"
      printf '%s\n' @barns
    case "flocks list --placement-date-from"
      printf '%s\n' today yesterday today-7d
    case "flocks list --placement-date-to"
      printf '%s\n' today yesterday today-7d
    case "flocks list --dir"
      printf '%s\n' asc desc
    case "flocks list --data"
      printf '%s\n' @/
    case "flocks list --farm"
      printf '%s\n' @farms
    case "flocks list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "flocks list --lang"
      printf '%s\n' he en th es zh
    case "flocks list --color"
      printf '%s\n' auto always never
    case "flocks get"
      printf '%s\n' @flocks --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "flocks get --data"
      printf '%s\n' @/
    case "flocks get --farm"
      printf '%s\n' @farms
    case "flocks get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "flocks get --lang"
      printf '%s\n' he en th es zh
    case "flocks get --color"
      printf '%s\n' auto always never
    case "flocks export"
      printf '%s\n' --q --status --barn-id --breed --batch-code --placement-date-from --placement-date-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "flocks export --status"
      printf '%s\n' planned active selling closed cancelled
    case "flocks export --barn-id"
      printf '%s\n' @barns
    case "flocks export --placement-date-from"
      printf '%s\n' today yesterday today-7d
    case "flocks export --placement-date-to"
      printf '%s\n' today yesterday today-7d
    case "flocks export --format"
      printf '%s\n' csv jsonl xlsx
    case "flocks export --file"
      printf '%s\n' @/
    case "flocks export --dir"
      printf '%s\n' asc desc
    case "flocks export --data"
      printf '%s\n' @/
    case "flocks export --farm"
      printf '%s\n' @farms
    case "flocks export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "flocks export --lang"
      printf '%s\n' he en th es zh
    case "flocks export --color"
      printf '%s\n' auto always never
    case "flocks create"
      printf '%s\n' --barn-id --code --breed --chicks-ordered --chicks-received --order-total --arrival-age-days --placement-date --price-per-chick --target-weight-kg --planned-market-date --status --supplier-id --batch-code --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "flocks create --barn-id"
      printf '%s\n' @barns
    case "flocks create --placement-date"
      printf '%s\n' today yesterday today-7d
    case "flocks create --planned-market-date"
      printf '%s\n' today yesterday today-7d
    case "flocks create --status"
      printf '%s\n' planned active selling closed cancelled
    case "flocks create --supplier-id"
      printf '%s\n' @contacts
    case "flocks create --input"
      printf '%s\n' @/
    case "flocks create --data"
      printf '%s\n' @/
    case "flocks create --farm"
      printf '%s\n' @farms
    case "flocks create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "flocks create --lang"
      printf '%s\n' he en th es zh
    case "flocks create --color"
      printf '%s\n' auto always never
    case "flocks update"
      printf '%s\n' @flocks --barn-id --code --breed --chicks-ordered --chicks-received --order-total --arrival-age-days --placement-date --price-per-chick --target-weight-kg --planned-market-date --status --supplier-id --batch-code --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "flocks update --barn-id"
      printf '%s\n' @barns
    case "flocks update --placement-date"
      printf '%s\n' today yesterday today-7d
    case "flocks update --planned-market-date"
      printf '%s\n' today yesterday today-7d
    case "flocks update --status"
      printf '%s\n' planned active selling closed cancelled
    case "flocks update --supplier-id"
      printf '%s\n' @contacts
    case "flocks update --input"
      printf '%s\n' @/
    case "flocks update --data"
      printf '%s\n' @/
    case "flocks update --farm"
      printf '%s\n' @farms
    case "flocks update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "flocks update --lang"
      printf '%s\n' he en th es zh
    case "flocks update --color"
      printf '%s\n' auto always never
    case "flocks delete"
      printf '%s\n' @flocks --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "flocks delete --data"
      printf '%s\n' @/
    case "flocks delete --farm"
      printf '%s\n' @farms
    case "flocks delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "flocks delete --lang"
      printf '%s\n' he en th es zh
    case "flocks delete --color"
      printf '%s\n' auto always never
    case "flocks import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "flocks import --rejects"
      printf '%s\n' @/
    case "flocks import --on-error"
      printf '%s\n' abort skip
    case "flocks import --on-duplicate"
      printf '%s\n' error skip update
    case "flocks import --decimal"
      printf '%s\n' . ,
    case "flocks import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "flocks import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "flocks import --format"
      printf '%s\n' csv jsonl json xlsx
    case "flocks import --data"
      printf '%s\n' @/
    case "flocks import --farm"
      printf '%s\n' @farms
    case "flocks import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "flocks import --lang"
      printf '%s\n' he en th es zh
    case "flocks import --color"
      printf '%s\n' auto always never
    case "daily-logs"
      printf '%s\n' list get export create update delete import --help
    case "daily-logs list"
      printf '%s\n' --flock-id --date-from --date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "daily-logs list --flock-id"
      printf '%s\n' @flocks
    case "daily-logs list --date-from"
      printf '%s\n' today yesterday today-7d
    case "daily-logs list --date-to"
      printf '%s\n' today yesterday today-7d
    case "daily-logs list --dir"
      printf '%s\n' asc desc
    case "daily-logs list --data"
      printf '%s\n' @/
    case "daily-logs list --farm"
      printf '%s\n' @farms
    case "daily-logs list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "daily-logs list --lang"
      printf '%s\n' he en th es zh
    case "daily-logs list --color"
      printf '%s\n' auto always never
    case "daily-logs get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "daily-logs get --data"
      printf '%s\n' @/
    case "daily-logs get --farm"
      printf '%s\n' @farms
    case "daily-logs get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "daily-logs get --lang"
      printf '%s\n' he en th es zh
    case "daily-logs get --color"
      printf '%s\n' auto always never
    case "daily-logs export"
      printf '%s\n' --flock-id --date-from --date-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "daily-logs export --flock-id"
      printf '%s\n' @flocks
    case "daily-logs export --date-from"
      printf '%s\n' today yesterday today-7d
    case "daily-logs export --date-to"
      printf '%s\n' today yesterday today-7d
    case "daily-logs export --format"
      printf '%s\n' csv jsonl xlsx
    case "daily-logs export --file"
      printf '%s\n' @/
    case "daily-logs export --dir"
      printf '%s\n' asc desc
    case "daily-logs export --data"
      printf '%s\n' @/
    case "daily-logs export --farm"
      printf '%s\n' @farms
    case "daily-logs export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "daily-logs export --lang"
      printf '%s\n' he en th es zh
    case "daily-logs export --color"
      printf '%s\n' auto always never
    case "daily-logs create"
      printf '%s\n' --flock-id --date --age-days --mortality --culls --eggs --eggs-broken --avg-weight-gr --feed-kg --water-l --temp-min --temp-max --temp-avg --humidity --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "daily-logs create --flock-id"
      printf '%s\n' @flocks
    case "daily-logs create --date"
      printf '%s\n' today yesterday today-7d
    case "daily-logs create --input"
      printf '%s\n' @/
    case "daily-logs create --data"
      printf '%s\n' @/
    case "daily-logs create --farm"
      printf '%s\n' @farms
    case "daily-logs create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "daily-logs create --lang"
      printf '%s\n' he en th es zh
    case "daily-logs create --color"
      printf '%s\n' auto always never
    case "daily-logs update"
      printf '%s\n' --flock-id --date --age-days --mortality --culls --eggs --eggs-broken --avg-weight-gr --feed-kg --water-l --temp-min --temp-max --temp-avg --humidity --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "daily-logs update --flock-id"
      printf '%s\n' @flocks
    case "daily-logs update --date"
      printf '%s\n' today yesterday today-7d
    case "daily-logs update --input"
      printf '%s\n' @/
    case "daily-logs update --data"
      printf '%s\n' @/
    case "daily-logs update --farm"
      printf '%s\n' @farms
    case "daily-logs update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "daily-logs update --lang"
      printf '%s\n' he en th es zh
    case "daily-logs update --color"
      printf '%s\n' auto always never
    case "daily-logs delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "daily-logs delete --data"
      printf '%s\n' @/
    case "daily-logs delete --farm"
      printf '%s\n' @farms
    case "daily-logs delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "daily-logs delete --lang"
      printf '%s\n' he en th es zh
    case "daily-logs delete --color"
      printf '%s\n' auto always never
    case "daily-logs import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "daily-logs import --rejects"
      printf '%s\n' @/
    case "daily-logs import --on-error"
      printf '%s\n' abort skip
    case "daily-logs import --on-duplicate"
      printf '%s\n' error skip update
    case "daily-logs import --decimal"
      printf '%s\n' . ,
    case "daily-logs import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "daily-logs import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "daily-logs import --format"
      printf '%s\n' csv jsonl json xlsx
    case "daily-logs import --data"
      printf '%s\n' @/
    case "daily-logs import --farm"
      printf '%s\n' @farms
    case "daily-logs import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "daily-logs import --lang"
      printf '%s\n' he en th es zh
    case "daily-logs import --color"
      printf '%s\n' auto always never
    case "alerts"
      printf '%s\n' list get export create update delete import --help
    case "alerts list"
      printf '%s\n' --q --status --severity --category --barn-id --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "alerts list --status"
      printf '%s\n' open acknowledged in_progress resolved dismissed
    case "alerts list --severity"
      printf '%s\n' info warning critical
    case "alerts list --category"
      printf '%s\n' climate health mortality count weight feed water production equipment integration medicine finance market compliance security task other
    case "alerts list --barn-id"
      printf '%s\n' @barns
    case "alerts list --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "alerts list --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "alerts list --dir"
      printf '%s\n' asc desc
    case "alerts list --data"
      printf '%s\n' @/
    case "alerts list --farm"
      printf '%s\n' @farms
    case "alerts list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "alerts list --lang"
      printf '%s\n' he en th es zh
    case "alerts list --color"
      printf '%s\n' auto always never
    case "alerts get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "alerts get --data"
      printf '%s\n' @/
    case "alerts get --farm"
      printf '%s\n' @farms
    case "alerts get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "alerts get --lang"
      printf '%s\n' he en th es zh
    case "alerts get --color"
      printf '%s\n' auto always never
    case "alerts export"
      printf '%s\n' --q --status --severity --category --barn-id --created-at-from --created-at-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "alerts export --status"
      printf '%s\n' open acknowledged in_progress resolved dismissed
    case "alerts export --severity"
      printf '%s\n' info warning critical
    case "alerts export --category"
      printf '%s\n' climate health mortality count weight feed water production equipment integration medicine finance market compliance security task other
    case "alerts export --barn-id"
      printf '%s\n' @barns
    case "alerts export --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "alerts export --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "alerts export --format"
      printf '%s\n' csv jsonl xlsx
    case "alerts export --file"
      printf '%s\n' @/
    case "alerts export --dir"
      printf '%s\n' asc desc
    case "alerts export --data"
      printf '%s\n' @/
    case "alerts export --farm"
      printf '%s\n' @farms
    case "alerts export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "alerts export --lang"
      printf '%s\n' he en th es zh
    case "alerts export --color"
      printf '%s\n' auto always never
    case "alerts create"
      printf '%s\n' --barn-id --flock-id --severity --category --title --message --status --resolution-note --feedback --feedback-note --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "alerts create --barn-id"
      printf '%s\n' @barns
    case "alerts create --flock-id"
      printf '%s\n' @flocks
    case "alerts create --severity"
      printf '%s\n' info warning critical
    case "alerts create --category"
      printf '%s\n' climate health mortality count weight feed water production equipment integration medicine finance market compliance security task other
    case "alerts create --status"
      printf '%s\n' open acknowledged in_progress resolved dismissed
    case "alerts create --feedback"
      printf '%s\n' useful not_useful false_alarm
    case "alerts create --input"
      printf '%s\n' @/
    case "alerts create --data"
      printf '%s\n' @/
    case "alerts create --farm"
      printf '%s\n' @farms
    case "alerts create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "alerts create --lang"
      printf '%s\n' he en th es zh
    case "alerts create --color"
      printf '%s\n' auto always never
    case "alerts update"
      printf '%s\n' --barn-id --flock-id --severity --category --title --message --status --resolution-note --feedback --feedback-note --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "alerts update --barn-id"
      printf '%s\n' @barns
    case "alerts update --flock-id"
      printf '%s\n' @flocks
    case "alerts update --severity"
      printf '%s\n' info warning critical
    case "alerts update --category"
      printf '%s\n' climate health mortality count weight feed water production equipment integration medicine finance market compliance security task other
    case "alerts update --status"
      printf '%s\n' open acknowledged in_progress resolved dismissed
    case "alerts update --feedback"
      printf '%s\n' useful not_useful false_alarm
    case "alerts update --input"
      printf '%s\n' @/
    case "alerts update --data"
      printf '%s\n' @/
    case "alerts update --farm"
      printf '%s\n' @farms
    case "alerts update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "alerts update --lang"
      printf '%s\n' he en th es zh
    case "alerts update --color"
      printf '%s\n' auto always never
    case "alerts delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "alerts delete --data"
      printf '%s\n' @/
    case "alerts delete --farm"
      printf '%s\n' @farms
    case "alerts delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "alerts delete --lang"
      printf '%s\n' he en th es zh
    case "alerts delete --color"
      printf '%s\n' auto always never
    case "alerts import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "alerts import --rejects"
      printf '%s\n' @/
    case "alerts import --on-error"
      printf '%s\n' abort skip
    case "alerts import --on-duplicate"
      printf '%s\n' error skip update
    case "alerts import --decimal"
      printf '%s\n' . ,
    case "alerts import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "alerts import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "alerts import --format"
      printf '%s\n' csv jsonl json xlsx
    case "alerts import --data"
      printf '%s\n' @/
    case "alerts import --farm"
      printf '%s\n' @farms
    case "alerts import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "alerts import --lang"
      printf '%s\n' he en th es zh
    case "alerts import --color"
      printf '%s\n' auto always never
    case "tasks"
      printf '%s\n' list get export create update delete import --help
    case "tasks list"
      printf '%s\n' --q --status --priority --assignee --barn-id --frequency --due-date-from --due-date-to --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tasks list --status"
      printf '%s\n' open in_progress blocked done cancelled
    case "tasks list --priority"
      printf '%s\n' low normal high urgent
    case "tasks list --barn-id"
      printf '%s\n' @barns
    case "tasks list --frequency"
      printf '%s\n' once daily weekly biweekly monthly
    case "tasks list --due-date-from"
      printf '%s\n' today yesterday today-7d
    case "tasks list --due-date-to"
      printf '%s\n' today yesterday today-7d
    case "tasks list --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "tasks list --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "tasks list --dir"
      printf '%s\n' asc desc
    case "tasks list --data"
      printf '%s\n' @/
    case "tasks list --farm"
      printf '%s\n' @farms
    case "tasks list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tasks list --lang"
      printf '%s\n' he en th es zh
    case "tasks list --color"
      printf '%s\n' auto always never
    case "tasks get"
      printf '%s\n' @tasks --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tasks get --data"
      printf '%s\n' @/
    case "tasks get --farm"
      printf '%s\n' @farms
    case "tasks get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tasks get --lang"
      printf '%s\n' he en th es zh
    case "tasks get --color"
      printf '%s\n' auto always never
    case "tasks export"
      printf '%s\n' --q --status --priority --assignee --barn-id --frequency --due-date-from --due-date-to --created-at-from --created-at-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tasks export --status"
      printf '%s\n' open in_progress blocked done cancelled
    case "tasks export --priority"
      printf '%s\n' low normal high urgent
    case "tasks export --barn-id"
      printf '%s\n' @barns
    case "tasks export --frequency"
      printf '%s\n' once daily weekly biweekly monthly
    case "tasks export --due-date-from"
      printf '%s\n' today yesterday today-7d
    case "tasks export --due-date-to"
      printf '%s\n' today yesterday today-7d
    case "tasks export --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "tasks export --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "tasks export --format"
      printf '%s\n' csv jsonl xlsx
    case "tasks export --file"
      printf '%s\n' @/
    case "tasks export --dir"
      printf '%s\n' asc desc
    case "tasks export --data"
      printf '%s\n' @/
    case "tasks export --farm"
      printf '%s\n' @farms
    case "tasks export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tasks export --lang"
      printf '%s\n' he en th es zh
    case "tasks export --color"
      printf '%s\n' auto always never
    case "tasks create"
      printf '%s\n' --barn-id --title --details --assignee --priority --status --due-date --frequency --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tasks create --barn-id"
      printf '%s\n' @barns
    case "tasks create --priority"
      printf '%s\n' low normal high urgent
    case "tasks create --status"
      printf '%s\n' open in_progress blocked done cancelled
    case "tasks create --due-date"
      printf '%s\n' today yesterday today-7d
    case "tasks create --frequency"
      printf '%s\n' once daily weekly biweekly monthly
    case "tasks create --input"
      printf '%s\n' @/
    case "tasks create --data"
      printf '%s\n' @/
    case "tasks create --farm"
      printf '%s\n' @farms
    case "tasks create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tasks create --lang"
      printf '%s\n' he en th es zh
    case "tasks create --color"
      printf '%s\n' auto always never
    case "tasks update"
      printf '%s\n' @tasks --barn-id --title --details --assignee --priority --status --due-date --frequency --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tasks update --barn-id"
      printf '%s\n' @barns
    case "tasks update --priority"
      printf '%s\n' low normal high urgent
    case "tasks update --status"
      printf '%s\n' open in_progress blocked done cancelled
    case "tasks update --due-date"
      printf '%s\n' today yesterday today-7d
    case "tasks update --frequency"
      printf '%s\n' once daily weekly biweekly monthly
    case "tasks update --input"
      printf '%s\n' @/
    case "tasks update --data"
      printf '%s\n' @/
    case "tasks update --farm"
      printf '%s\n' @farms
    case "tasks update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tasks update --lang"
      printf '%s\n' he en th es zh
    case "tasks update --color"
      printf '%s\n' auto always never
    case "tasks delete"
      printf '%s\n' @tasks --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "tasks delete --data"
      printf '%s\n' @/
    case "tasks delete --farm"
      printf '%s\n' @farms
    case "tasks delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tasks delete --lang"
      printf '%s\n' he en th es zh
    case "tasks delete --color"
      printf '%s\n' auto always never
    case "tasks import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tasks import --rejects"
      printf '%s\n' @/
    case "tasks import --on-error"
      printf '%s\n' abort skip
    case "tasks import --on-duplicate"
      printf '%s\n' error skip update
    case "tasks import --decimal"
      printf '%s\n' . ,
    case "tasks import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "tasks import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "tasks import --format"
      printf '%s\n' csv jsonl json xlsx
    case "tasks import --data"
      printf '%s\n' @/
    case "tasks import --farm"
      printf '%s\n' @farms
    case "tasks import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tasks import --lang"
      printf '%s\n' he en th es zh
    case "tasks import --color"
      printf '%s\n' auto always never
    case "task-comments"
      printf '%s\n' list get export create update delete import --help
    case "task-comments list"
      printf '%s\n' --task-id --kind --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "task-comments list --task-id"
      printf '%s\n' @tasks
    case "task-comments list --kind"
      printf '%s\n' comment status question answer photo system
    case "task-comments list --dir"
      printf '%s\n' asc desc
    case "task-comments list --data"
      printf '%s\n' @/
    case "task-comments list --farm"
      printf '%s\n' @farms
    case "task-comments list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "task-comments list --lang"
      printf '%s\n' he en th es zh
    case "task-comments list --color"
      printf '%s\n' auto always never
    case "task-comments get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "task-comments get --data"
      printf '%s\n' @/
    case "task-comments get --farm"
      printf '%s\n' @farms
    case "task-comments get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "task-comments get --lang"
      printf '%s\n' he en th es zh
    case "task-comments get --color"
      printf '%s\n' auto always never
    case "task-comments export"
      printf '%s\n' --task-id --kind --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "task-comments export --task-id"
      printf '%s\n' @tasks
    case "task-comments export --kind"
      printf '%s\n' comment status question answer photo system
    case "task-comments export --format"
      printf '%s\n' csv jsonl xlsx
    case "task-comments export --file"
      printf '%s\n' @/
    case "task-comments export --dir"
      printf '%s\n' asc desc
    case "task-comments export --data"
      printf '%s\n' @/
    case "task-comments export --farm"
      printf '%s\n' @farms
    case "task-comments export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "task-comments export --lang"
      printf '%s\n' he en th es zh
    case "task-comments export --color"
      printf '%s\n' auto always never
    case "task-comments create"
      printf '%s\n' --task-id --kind --text --author-name --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "task-comments create --task-id"
      printf '%s\n' @tasks
    case "task-comments create --kind"
      printf '%s\n' comment status question answer photo system
    case "task-comments create --input"
      printf '%s\n' @/
    case "task-comments create --data"
      printf '%s\n' @/
    case "task-comments create --farm"
      printf '%s\n' @farms
    case "task-comments create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "task-comments create --lang"
      printf '%s\n' he en th es zh
    case "task-comments create --color"
      printf '%s\n' auto always never
    case "task-comments update"
      printf '%s\n' --task-id --kind --text --author-name --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "task-comments update --task-id"
      printf '%s\n' @tasks
    case "task-comments update --kind"
      printf '%s\n' comment status question answer photo system
    case "task-comments update --input"
      printf '%s\n' @/
    case "task-comments update --data"
      printf '%s\n' @/
    case "task-comments update --farm"
      printf '%s\n' @farms
    case "task-comments update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "task-comments update --lang"
      printf '%s\n' he en th es zh
    case "task-comments update --color"
      printf '%s\n' auto always never
    case "task-comments delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "task-comments delete --data"
      printf '%s\n' @/
    case "task-comments delete --farm"
      printf '%s\n' @farms
    case "task-comments delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "task-comments delete --lang"
      printf '%s\n' he en th es zh
    case "task-comments delete --color"
      printf '%s\n' auto always never
    case "task-comments import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "task-comments import --rejects"
      printf '%s\n' @/
    case "task-comments import --on-error"
      printf '%s\n' abort skip
    case "task-comments import --on-duplicate"
      printf '%s\n' error skip update
    case "task-comments import --decimal"
      printf '%s\n' . ,
    case "task-comments import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "task-comments import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "task-comments import --format"
      printf '%s\n' csv jsonl json xlsx
    case "task-comments import --data"
      printf '%s\n' @/
    case "task-comments import --farm"
      printf '%s\n' @farms
    case "task-comments import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "task-comments import --lang"
      printf '%s\n' he en th es zh
    case "task-comments import --color"
      printf '%s\n' auto always never
    case "field-reports"
      printf '%s\n' list get export create update delete import --help
    case "field-reports list"
      printf '%s\n' --q --status --severity --category --is-question --source --barn-id --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "field-reports list --status"
      printf '%s\n' new in_review answered closed dismissed
    case "field-reports list --severity"
      printf '%s\n' info warning critical
    case "field-reports list --category"
      printf '%s\n' health mortality climate feed water equipment eggs weight cleaning security safety delivery request question other
    case "field-reports list --is-question"
      printf '%s\n' true false
    case "field-reports list --source"
      printf '%s\n' app whatsapp sms phone voice web email api other
    case "field-reports list --barn-id"
      printf '%s\n' @barns
    case "field-reports list --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "field-reports list --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "field-reports list --dir"
      printf '%s\n' asc desc
    case "field-reports list --data"
      printf '%s\n' @/
    case "field-reports list --farm"
      printf '%s\n' @farms
    case "field-reports list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "field-reports list --lang"
      printf '%s\n' he en th es zh
    case "field-reports list --color"
      printf '%s\n' auto always never
    case "field-reports get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "field-reports get --data"
      printf '%s\n' @/
    case "field-reports get --farm"
      printf '%s\n' @farms
    case "field-reports get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "field-reports get --lang"
      printf '%s\n' he en th es zh
    case "field-reports get --color"
      printf '%s\n' auto always never
    case "field-reports export"
      printf '%s\n' --q --status --severity --category --is-question --source --barn-id --created-at-from --created-at-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "field-reports export --status"
      printf '%s\n' new in_review answered closed dismissed
    case "field-reports export --severity"
      printf '%s\n' info warning critical
    case "field-reports export --category"
      printf '%s\n' health mortality climate feed water equipment eggs weight cleaning security safety delivery request question other
    case "field-reports export --is-question"
      printf '%s\n' true false
    case "field-reports export --source"
      printf '%s\n' app whatsapp sms phone voice web email api other
    case "field-reports export --barn-id"
      printf '%s\n' @barns
    case "field-reports export --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "field-reports export --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "field-reports export --format"
      printf '%s\n' csv jsonl xlsx
    case "field-reports export --file"
      printf '%s\n' @/
    case "field-reports export --dir"
      printf '%s\n' asc desc
    case "field-reports export --data"
      printf '%s\n' @/
    case "field-reports export --farm"
      printf '%s\n' @farms
    case "field-reports export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "field-reports export --lang"
      printf '%s\n' he en th es zh
    case "field-reports export --color"
      printf '%s\n' auto always never
    case "field-reports create"
      printf '%s\n' --barn-id --flock-id --raw-text --source --lang --author-name --category --severity --summary-he --is-question --status --reply-text --set --input --profile --server --data --farm --output --fields --no-header --jq --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "field-reports create --barn-id"
      printf '%s\n' @barns
    case "field-reports create --flock-id"
      printf '%s\n' @flocks
    case "field-reports create --source"
      printf '%s\n' app whatsapp sms phone voice web email api other
    case "field-reports create --lang"
      printf '%s\n' he en th es zh ar ru
    case "field-reports create --category"
      printf '%s\n' health mortality climate feed water equipment eggs weight cleaning security safety delivery request question other
    case "field-reports create --severity"
      printf '%s\n' info warning critical
    case "field-reports create --is-question"
      printf '%s\n' true false
    case "field-reports create --status"
      printf '%s\n' new in_review answered closed dismissed
    case "field-reports create --input"
      printf '%s\n' @/
    case "field-reports create --data"
      printf '%s\n' @/
    case "field-reports create --farm"
      printf '%s\n' @farms
    case "field-reports create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "field-reports create --color"
      printf '%s\n' auto always never
    case "field-reports update"
      printf '%s\n' --barn-id --flock-id --raw-text --source --lang --author-name --category --severity --summary-he --is-question --status --reply-text --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "field-reports update --barn-id"
      printf '%s\n' @barns
    case "field-reports update --flock-id"
      printf '%s\n' @flocks
    case "field-reports update --source"
      printf '%s\n' app whatsapp sms phone voice web email api other
    case "field-reports update --lang"
      printf '%s\n' he en th es zh ar ru
    case "field-reports update --category"
      printf '%s\n' health mortality climate feed water equipment eggs weight cleaning security safety delivery request question other
    case "field-reports update --severity"
      printf '%s\n' info warning critical
    case "field-reports update --is-question"
      printf '%s\n' true false
    case "field-reports update --status"
      printf '%s\n' new in_review answered closed dismissed
    case "field-reports update --input"
      printf '%s\n' @/
    case "field-reports update --data"
      printf '%s\n' @/
    case "field-reports update --farm"
      printf '%s\n' @farms
    case "field-reports update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "field-reports update --color"
      printf '%s\n' auto always never
    case "field-reports delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "field-reports delete --data"
      printf '%s\n' @/
    case "field-reports delete --farm"
      printf '%s\n' @farms
    case "field-reports delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "field-reports delete --lang"
      printf '%s\n' he en th es zh
    case "field-reports delete --color"
      printf '%s\n' auto always never
    case "field-reports import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "field-reports import --rejects"
      printf '%s\n' @/
    case "field-reports import --on-error"
      printf '%s\n' abort skip
    case "field-reports import --on-duplicate"
      printf '%s\n' error skip update
    case "field-reports import --decimal"
      printf '%s\n' . ,
    case "field-reports import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "field-reports import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "field-reports import --format"
      printf '%s\n' csv jsonl json xlsx
    case "field-reports import --data"
      printf '%s\n' @/
    case "field-reports import --farm"
      printf '%s\n' @farms
    case "field-reports import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "field-reports import --lang"
      printf '%s\n' he en th es zh
    case "field-reports import --color"
      printf '%s\n' auto always never
    case "events"
      printf '%s\n' list get export create update delete import tail --help
    case "events list"
      printf '%s\n' --q --kind --barn-id --flock-id --ts-from --ts-to --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "events list --kind"
      printf '%s\n' note placement weighing vaccination treatment feed_delivery feed_change mortality vision_mortality catch sale vet_visit inspection power_outage equipment_failure cleaning disinfection temperature water alarm visit other
    case "events list --barn-id"
      printf '%s\n' @barns
    case "events list --flock-id"
      printf '%s\n' @flocks
    case "events list --ts-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "events list --ts-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "events list --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "events list --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "events list --dir"
      printf '%s\n' asc desc
    case "events list --data"
      printf '%s\n' @/
    case "events list --farm"
      printf '%s\n' @farms
    case "events list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "events list --lang"
      printf '%s\n' he en th es zh
    case "events list --color"
      printf '%s\n' auto always never
    case "events get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "events get --data"
      printf '%s\n' @/
    case "events get --farm"
      printf '%s\n' @farms
    case "events get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "events get --lang"
      printf '%s\n' he en th es zh
    case "events get --color"
      printf '%s\n' auto always never
    case "events export"
      printf '%s\n' --q --kind --barn-id --flock-id --ts-from --ts-to --created-at-from --created-at-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "events export --kind"
      printf '%s\n' note placement weighing vaccination treatment feed_delivery feed_change mortality vision_mortality catch sale vet_visit inspection power_outage equipment_failure cleaning disinfection temperature water alarm visit other
    case "events export --barn-id"
      printf '%s\n' @barns
    case "events export --flock-id"
      printf '%s\n' @flocks
    case "events export --ts-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "events export --ts-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "events export --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "events export --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "events export --format"
      printf '%s\n' csv jsonl xlsx
    case "events export --file"
      printf '%s\n' @/
    case "events export --dir"
      printf '%s\n' asc desc
    case "events export --data"
      printf '%s\n' @/
    case "events export --farm"
      printf '%s\n' @farms
    case "events export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "events export --lang"
      printf '%s\n' he en th es zh
    case "events export --color"
      printf '%s\n' auto always never
    case "events create"
      printf '%s\n' --barn-id --flock-id --kind --title --details --ts --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "events create --barn-id"
      printf '%s\n' @barns
    case "events create --flock-id"
      printf '%s\n' @flocks
    case "events create --kind"
      printf '%s\n' note placement weighing vaccination treatment feed_delivery feed_change mortality vision_mortality catch sale vet_visit inspection power_outage equipment_failure cleaning disinfection temperature water alarm visit other
    case "events create --ts"
      printf '%s\n' now now-2h today yesterday
    case "events create --input"
      printf '%s\n' @/
    case "events create --data"
      printf '%s\n' @/
    case "events create --farm"
      printf '%s\n' @farms
    case "events create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "events create --lang"
      printf '%s\n' he en th es zh
    case "events create --color"
      printf '%s\n' auto always never
    case "events update"
      printf '%s\n' --barn-id --flock-id --kind --title --details --ts --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "events update --barn-id"
      printf '%s\n' @barns
    case "events update --flock-id"
      printf '%s\n' @flocks
    case "events update --kind"
      printf '%s\n' note placement weighing vaccination treatment feed_delivery feed_change mortality vision_mortality catch sale vet_visit inspection power_outage equipment_failure cleaning disinfection temperature water alarm visit other
    case "events update --ts"
      printf '%s\n' now now-2h today yesterday
    case "events update --input"
      printf '%s\n' @/
    case "events update --data"
      printf '%s\n' @/
    case "events update --farm"
      printf '%s\n' @farms
    case "events update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "events update --lang"
      printf '%s\n' he en th es zh
    case "events update --color"
      printf '%s\n' auto always never
    case "events delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "events delete --data"
      printf '%s\n' @/
    case "events delete --farm"
      printf '%s\n' @farms
    case "events delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "events delete --lang"
      printf '%s\n' he en th es zh
    case "events delete --color"
      printf '%s\n' auto always never
    case "events import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "events import --rejects"
      printf '%s\n' @/
    case "events import --on-error"
      printf '%s\n' abort skip
    case "events import --on-duplicate"
      printf '%s\n' error skip update
    case "events import --decimal"
      printf '%s\n' . ,
    case "events import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "events import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "events import --format"
      printf '%s\n' csv jsonl json xlsx
    case "events import --data"
      printf '%s\n' @/
    case "events import --farm"
      printf '%s\n' @farms
    case "events import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "events import --lang"
      printf '%s\n' he en th es zh
    case "events import --color"
      printf '%s\n' auto always never
    case "events tail"
      printf '%s\n' --events --since --count --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "events tail --events"
      printf '%s\n' all alert.created alert.critical alert.resolved task.created task.completed field_report.created field_report.question field_report.critical flock.placed flock.closed daily_log.created sale.created expense.created feed.delivered media.analyzed gap.detected brain.scan
    case "events tail --data"
      printf '%s\n' @/
    case "events tail --farm"
      printf '%s\n' @farms
    case "events tail --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "events tail --lang"
      printf '%s\n' he en th es zh
    case "events tail --color"
      printf '%s\n' auto always never
    case "media"
      printf '%s\n' list get export create update delete import upload download analyze --help
    case "media list"
      printf '%s\n' --q --category --barn-id --flock-id --ai-severity --source --kind --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "media list --category"
      printf '%s\n' flock barn mortality equipment feed litter eggs document invoice lab_result other
    case "media list --barn-id"
      printf '%s\n' @barns
    case "media list --flock-id"
      printf '%s\n' @flocks
    case "media list --ai-severity"
      printf '%s\n' none info warning critical
    case "media list --source"
      printf '%s\n' upload camera whatsapp email api other
    case "media list --kind"
      printf '%s\n' image video audio document
    case "media list --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "media list --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "media list --dir"
      printf '%s\n' asc desc
    case "media list --data"
      printf '%s\n' @/
    case "media list --farm"
      printf '%s\n' @farms
    case "media list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "media list --lang"
      printf '%s\n' he en th es zh
    case "media list --color"
      printf '%s\n' auto always never
    case "media get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "media get --data"
      printf '%s\n' @/
    case "media get --farm"
      printf '%s\n' @farms
    case "media get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "media get --lang"
      printf '%s\n' he en th es zh
    case "media get --color"
      printf '%s\n' auto always never
    case "media export"
      printf '%s\n' --q --category --barn-id --flock-id --ai-severity --source --kind --created-at-from --created-at-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "media export --category"
      printf '%s\n' flock barn mortality equipment feed litter eggs document invoice lab_result other
    case "media export --barn-id"
      printf '%s\n' @barns
    case "media export --flock-id"
      printf '%s\n' @flocks
    case "media export --ai-severity"
      printf '%s\n' none info warning critical
    case "media export --source"
      printf '%s\n' upload camera whatsapp email api other
    case "media export --kind"
      printf '%s\n' image video audio document
    case "media export --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "media export --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "media export --format"
      printf '%s\n' csv jsonl xlsx
    case "media export --file"
      printf '%s\n' @/
    case "media export --dir"
      printf '%s\n' asc desc
    case "media export --data"
      printf '%s\n' @/
    case "media export --farm"
      printf '%s\n' @farms
    case "media export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "media export --lang"
      printf '%s\n' he en th es zh
    case "media export --color"
      printf '%s\n' auto always never
    case "media create"
      printf '%s\n' --barn-id --flock-id --device-id --contact-id --name --description --category --tags --kind --source --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "media create --barn-id"
      printf '%s\n' @barns
    case "media create --flock-id"
      printf '%s\n' @flocks
    case "media create --device-id"
      printf '%s\n' @devices
    case "media create --contact-id"
      printf '%s\n' @contacts
    case "media create --category"
      printf '%s\n' flock barn mortality equipment feed litter eggs document invoice lab_result other
    case "media create --kind"
      printf '%s\n' image video audio document
    case "media create --source"
      printf '%s\n' upload camera whatsapp email api other
    case "media create --input"
      printf '%s\n' @/
    case "media create --data"
      printf '%s\n' @/
    case "media create --farm"
      printf '%s\n' @farms
    case "media create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "media create --lang"
      printf '%s\n' he en th es zh
    case "media create --color"
      printf '%s\n' auto always never
    case "media update"
      printf '%s\n' --barn-id --flock-id --device-id --contact-id --name --description --category --tags --kind --source --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "media update --barn-id"
      printf '%s\n' @barns
    case "media update --flock-id"
      printf '%s\n' @flocks
    case "media update --device-id"
      printf '%s\n' @devices
    case "media update --contact-id"
      printf '%s\n' @contacts
    case "media update --category"
      printf '%s\n' flock barn mortality equipment feed litter eggs document invoice lab_result other
    case "media update --kind"
      printf '%s\n' image video audio document
    case "media update --source"
      printf '%s\n' upload camera whatsapp email api other
    case "media update --input"
      printf '%s\n' @/
    case "media update --data"
      printf '%s\n' @/
    case "media update --farm"
      printf '%s\n' @farms
    case "media update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "media update --lang"
      printf '%s\n' he en th es zh
    case "media update --color"
      printf '%s\n' auto always never
    case "media delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "media delete --data"
      printf '%s\n' @/
    case "media delete --farm"
      printf '%s\n' @farms
    case "media delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "media delete --lang"
      printf '%s\n' he en th es zh
    case "media delete --color"
      printf '%s\n' auto always never
    case "media import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "media import --rejects"
      printf '%s\n' @/
    case "media import --on-error"
      printf '%s\n' abort skip
    case "media import --on-duplicate"
      printf '%s\n' error skip update
    case "media import --decimal"
      printf '%s\n' . ,
    case "media import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "media import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "media import --format"
      printf '%s\n' csv jsonl json xlsx
    case "media import --data"
      printf '%s\n' @/
    case "media import --farm"
      printf '%s\n' @farms
    case "media import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "media import --lang"
      printf '%s\n' he en th es zh
    case "media import --color"
      printf '%s\n' auto always never
    case "media upload"
      printf '%s\n' @/ --barn --flock --contact --category --name --description --tag --to --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "media upload --barn"
      printf '%s\n' @barns
    case "media upload --flock"
      printf '%s\n' @flocks
    case "media upload --category"
      printf '%s\n' flock barn mortality equipment feed litter eggs document invoice lab_result other
    case "media upload --data"
      printf '%s\n' @/
    case "media upload --farm"
      printf '%s\n' @farms
    case "media upload --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "media upload --lang"
      printf '%s\n' he en th es zh
    case "media upload --color"
      printf '%s\n' auto always never
    case "media download"
      printf '%s\n' --to-file --thumbnail --force --profile --server --data --output --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "media download --to-file"
      printf '%s\n' @/
    case "media download --data"
      printf '%s\n' @/
    case "media download --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "media download --lang"
      printf '%s\n' he en th es zh
    case "media download --color"
      printf '%s\n' auto always never
    case "media analyze"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "media analyze --data"
      printf '%s\n' @/
    case "media analyze --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "media analyze --lang"
      printf '%s\n' he en th es zh
    case "media analyze --color"
      printf '%s\n' auto always never
    case "devices"
      printf '%s\n' list get export create update delete import --help
    case "devices list"
      printf '%s\n' --q --kind --status --barn-id --source-key --vendor --protocol --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "devices list --kind"
      printf '%s\n' camera controller scale temp_sensor humidity_sensor co2_sensor nh3_sensor water_meter feed_meter silo_sensor egg_counter weather_station gateway fan heater cooler light generator alarm other
    case "devices list --status"
      printf '%s\n' unknown online offline fault maintenance retired
    case "devices list --barn-id"
      printf '%s\n' @barns
    case "devices list --protocol"
      printf '%s\n' rtsp onvif hls webrtc http mqtt modbus bacnet lorawan zigbee serial api manual other
    case "devices list --dir"
      printf '%s\n' asc desc
    case "devices list --data"
      printf '%s\n' @/
    case "devices list --farm"
      printf '%s\n' @farms
    case "devices list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "devices list --lang"
      printf '%s\n' he en th es zh
    case "devices list --color"
      printf '%s\n' auto always never
    case "devices get"
      printf '%s\n' @devices --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "devices get --data"
      printf '%s\n' @/
    case "devices get --farm"
      printf '%s\n' @farms
    case "devices get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "devices get --lang"
      printf '%s\n' he en th es zh
    case "devices get --color"
      printf '%s\n' auto always never
    case "devices export"
      printf '%s\n' --q --kind --status --barn-id --source-key --vendor --protocol --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "devices export --kind"
      printf '%s\n' camera controller scale temp_sensor humidity_sensor co2_sensor nh3_sensor water_meter feed_meter silo_sensor egg_counter weather_station gateway fan heater cooler light generator alarm other
    case "devices export --status"
      printf '%s\n' unknown online offline fault maintenance retired
    case "devices export --barn-id"
      printf '%s\n' @barns
    case "devices export --protocol"
      printf '%s\n' rtsp onvif hls webrtc http mqtt modbus bacnet lorawan zigbee serial api manual other
    case "devices export --format"
      printf '%s\n' csv jsonl xlsx
    case "devices export --file"
      printf '%s\n' @/
    case "devices export --dir"
      printf '%s\n' asc desc
    case "devices export --data"
      printf '%s\n' @/
    case "devices export --farm"
      printf '%s\n' @farms
    case "devices export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "devices export --lang"
      printf '%s\n' he en th es zh
    case "devices export --color"
      printf '%s\n' auto always never
    case "devices create"
      printf '%s\n' --barn-id --kind --model --status --installed-at --notes --name --vendor --protocol --stream-url --capabilities --source-key --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "devices create --barn-id"
      printf '%s\n' @barns
    case "devices create --kind"
      printf '%s\n' camera controller scale temp_sensor humidity_sensor co2_sensor nh3_sensor water_meter feed_meter silo_sensor egg_counter weather_station gateway fan heater cooler light generator alarm other
    case "devices create --status"
      printf '%s\n' unknown online offline fault maintenance retired
    case "devices create --installed-at"
      printf '%s\n' today yesterday today-7d
    case "devices create --protocol"
      printf '%s\n' rtsp onvif hls webrtc http mqtt modbus bacnet lorawan zigbee serial api manual other
    case "devices create --input"
      printf '%s\n' @/
    case "devices create --data"
      printf '%s\n' @/
    case "devices create --farm"
      printf '%s\n' @farms
    case "devices create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "devices create --lang"
      printf '%s\n' he en th es zh
    case "devices create --color"
      printf '%s\n' auto always never
    case "devices update"
      printf '%s\n' @devices --barn-id --kind --model --status --installed-at --notes --name --vendor --protocol --stream-url --capabilities --source-key --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "devices update --barn-id"
      printf '%s\n' @barns
    case "devices update --kind"
      printf '%s\n' camera controller scale temp_sensor humidity_sensor co2_sensor nh3_sensor water_meter feed_meter silo_sensor egg_counter weather_station gateway fan heater cooler light generator alarm other
    case "devices update --status"
      printf '%s\n' unknown online offline fault maintenance retired
    case "devices update --installed-at"
      printf '%s\n' today yesterday today-7d
    case "devices update --protocol"
      printf '%s\n' rtsp onvif hls webrtc http mqtt modbus bacnet lorawan zigbee serial api manual other
    case "devices update --input"
      printf '%s\n' @/
    case "devices update --data"
      printf '%s\n' @/
    case "devices update --farm"
      printf '%s\n' @farms
    case "devices update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "devices update --lang"
      printf '%s\n' he en th es zh
    case "devices update --color"
      printf '%s\n' auto always never
    case "devices delete"
      printf '%s\n' @devices --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "devices delete --data"
      printf '%s\n' @/
    case "devices delete --farm"
      printf '%s\n' @farms
    case "devices delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "devices delete --lang"
      printf '%s\n' he en th es zh
    case "devices delete --color"
      printf '%s\n' auto always never
    case "devices import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "devices import --rejects"
      printf '%s\n' @/
    case "devices import --on-error"
      printf '%s\n' abort skip
    case "devices import --on-duplicate"
      printf '%s\n' error skip update
    case "devices import --decimal"
      printf '%s\n' . ,
    case "devices import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "devices import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "devices import --format"
      printf '%s\n' csv jsonl json xlsx
    case "devices import --data"
      printf '%s\n' @/
    case "devices import --farm"
      printf '%s\n' @farms
    case "devices import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "devices import --lang"
      printf '%s\n' he en th es zh
    case "devices import --color"
      printf '%s\n' auto always never
    case "integrations"
      printf '%s\n' list get export create update delete import mapping test poll --help
    case "integrations list"
      printf '%s\n' --q --kind --status --vendor --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "integrations list --kind"
      printf '%s\n' camera controller scale weather erp accounting feed_mill slaughterhouse hatchery lab messaging webhook other
    case "integrations list --status"
      printf '%s\n' pending active failing paused disabled
    case "integrations list --dir"
      printf '%s\n' asc desc
    case "integrations list --data"
      printf '%s\n' @/
    case "integrations list --farm"
      printf '%s\n' @farms
    case "integrations list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "integrations list --lang"
      printf '%s\n' he en th es zh
    case "integrations list --color"
      printf '%s\n' auto always never
    case "integrations get"
      printf '%s\n' @integrations --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "integrations get --data"
      printf '%s\n' @/
    case "integrations get --farm"
      printf '%s\n' @farms
    case "integrations get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "integrations get --lang"
      printf '%s\n' he en th es zh
    case "integrations get --color"
      printf '%s\n' auto always never
    case "integrations export"
      printf '%s\n' --q --kind --status --vendor --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "integrations export --kind"
      printf '%s\n' camera controller scale weather erp accounting feed_mill slaughterhouse hatchery lab messaging webhook other
    case "integrations export --status"
      printf '%s\n' pending active failing paused disabled
    case "integrations export --format"
      printf '%s\n' csv jsonl xlsx
    case "integrations export --file"
      printf '%s\n' @/
    case "integrations export --dir"
      printf '%s\n' asc desc
    case "integrations export --data"
      printf '%s\n' @/
    case "integrations export --farm"
      printf '%s\n' @farms
    case "integrations export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "integrations export --lang"
      printf '%s\n' he en th es zh
    case "integrations export --color"
      printf '%s\n' auto always never
    case "integrations create"
      printf '%s\n' --barn-id --name --kind --vendor --endpoint --auth-ref --poll-minutes --status --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "integrations create --barn-id"
      printf '%s\n' @barns
    case "integrations create --kind"
      printf '%s\n' camera controller scale weather erp accounting feed_mill slaughterhouse hatchery lab messaging webhook other
    case "integrations create --status"
      printf '%s\n' pending active failing paused disabled
    case "integrations create --input"
      printf '%s\n' @/
    case "integrations create --data"
      printf '%s\n' @/
    case "integrations create --farm"
      printf '%s\n' @farms
    case "integrations create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "integrations create --lang"
      printf '%s\n' he en th es zh
    case "integrations create --color"
      printf '%s\n' auto always never
    case "integrations update"
      printf '%s\n' @integrations --barn-id --name --kind --vendor --endpoint --auth-ref --poll-minutes --status --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "integrations update --barn-id"
      printf '%s\n' @barns
    case "integrations update --kind"
      printf '%s\n' camera controller scale weather erp accounting feed_mill slaughterhouse hatchery lab messaging webhook other
    case "integrations update --status"
      printf '%s\n' pending active failing paused disabled
    case "integrations update --input"
      printf '%s\n' @/
    case "integrations update --data"
      printf '%s\n' @/
    case "integrations update --farm"
      printf '%s\n' @farms
    case "integrations update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "integrations update --lang"
      printf '%s\n' he en th es zh
    case "integrations update --color"
      printf '%s\n' auto always never
    case "integrations delete"
      printf '%s\n' @integrations --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "integrations delete --data"
      printf '%s\n' @/
    case "integrations delete --farm"
      printf '%s\n' @farms
    case "integrations delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "integrations delete --lang"
      printf '%s\n' he en th es zh
    case "integrations delete --color"
      printf '%s\n' auto always never
    case "integrations import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "integrations import --rejects"
      printf '%s\n' @/
    case "integrations import --on-error"
      printf '%s\n' abort skip
    case "integrations import --on-duplicate"
      printf '%s\n' error skip update
    case "integrations import --decimal"
      printf '%s\n' . ,
    case "integrations import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "integrations import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "integrations import --format"
      printf '%s\n' csv jsonl json xlsx
    case "integrations import --data"
      printf '%s\n' @/
    case "integrations import --farm"
      printf '%s\n' @farms
    case "integrations import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "integrations import --lang"
      printf '%s\n' he en th es zh
    case "integrations import --color"
      printf '%s\n' auto always never
    case "integrations mapping"
      printf '%s\n' get set presets --help
    case "integrations mapping get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "integrations mapping get --data"
      printf '%s\n' @/
    case "integrations mapping get --farm"
      printf '%s\n' @farms
    case "integrations mapping get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "integrations mapping get --lang"
      printf '%s\n' he en th es zh
    case "integrations mapping get --color"
      printf '%s\n' auto always never
    case "integrations mapping set"
      printf '%s\n' @/ --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "integrations mapping set --data"
      printf '%s\n' @/
    case "integrations mapping set --farm"
      printf '%s\n' @farms
    case "integrations mapping set --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "integrations mapping set --lang"
      printf '%s\n' he en th es zh
    case "integrations mapping set --color"
      printf '%s\n' auto always never
    case "integrations mapping presets"
      printf '%s\n' --output --fields --no-header --jq --fail-empty --lang --color --no-pager --help
    case "integrations mapping presets --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "integrations mapping presets --lang"
      printf '%s\n' he en th es zh
    case "integrations mapping presets --color"
      printf '%s\n' auto always never
    case "integrations test"
      printf '%s\n' --mapping --payload --topic --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "integrations test --mapping"
      printf '%s\n' @/
    case "integrations test --payload"
      printf '%s\n' @/
    case "integrations test --data"
      printf '%s\n' @/
    case "integrations test --farm"
      printf '%s\n' @farms
    case "integrations test --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "integrations test --lang"
      printf '%s\n' he en th es zh
    case "integrations test --color"
      printf '%s\n' auto always never
    case "integrations poll"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "integrations poll --data"
      printf '%s\n' @/
    case "integrations poll --farm"
      printf '%s\n' @farms
    case "integrations poll --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "integrations poll --lang"
      printf '%s\n' he en th es zh
    case "integrations poll --color"
      printf '%s\n' auto always never
    case "env-readings"
      printf '%s\n' list get export create update delete import --help
    case "env-readings list"
      printf '%s\n' --barn-id --source --ts-from --ts-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "env-readings list --barn-id"
      printf '%s\n' @barns
    case "env-readings list --source"
      printf '%s\n' sensor controller manual weather vision import api
    case "env-readings list --ts-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "env-readings list --ts-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "env-readings list --dir"
      printf '%s\n' asc desc
    case "env-readings list --data"
      printf '%s\n' @/
    case "env-readings list --farm"
      printf '%s\n' @farms
    case "env-readings list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "env-readings list --lang"
      printf '%s\n' he en th es zh
    case "env-readings list --color"
      printf '%s\n' auto always never
    case "env-readings get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "env-readings get --data"
      printf '%s\n' @/
    case "env-readings get --farm"
      printf '%s\n' @farms
    case "env-readings get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "env-readings get --lang"
      printf '%s\n' he en th es zh
    case "env-readings get --color"
      printf '%s\n' auto always never
    case "env-readings export"
      printf '%s\n' --barn-id --source --ts-from --ts-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "env-readings export --barn-id"
      printf '%s\n' @barns
    case "env-readings export --source"
      printf '%s\n' sensor controller manual weather vision import api
    case "env-readings export --ts-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "env-readings export --ts-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "env-readings export --format"
      printf '%s\n' csv jsonl xlsx
    case "env-readings export --file"
      printf '%s\n' @/
    case "env-readings export --dir"
      printf '%s\n' asc desc
    case "env-readings export --data"
      printf '%s\n' @/
    case "env-readings export --farm"
      printf '%s\n' @farms
    case "env-readings export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "env-readings export --lang"
      printf '%s\n' he en th es zh
    case "env-readings export --color"
      printf '%s\n' auto always never
    case "env-readings create"
      printf '%s\n' --barn-id --ts --temp --humidity --co2 --nh3 --water-l --feed-kg --source --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "env-readings create --barn-id"
      printf '%s\n' @barns
    case "env-readings create --ts"
      printf '%s\n' now now-2h today yesterday
    case "env-readings create --source"
      printf '%s\n' sensor controller manual weather vision import api
    case "env-readings create --input"
      printf '%s\n' @/
    case "env-readings create --data"
      printf '%s\n' @/
    case "env-readings create --farm"
      printf '%s\n' @farms
    case "env-readings create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "env-readings create --lang"
      printf '%s\n' he en th es zh
    case "env-readings create --color"
      printf '%s\n' auto always never
    case "env-readings update"
      printf '%s\n' --barn-id --ts --temp --humidity --co2 --nh3 --water-l --feed-kg --source --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "env-readings update --barn-id"
      printf '%s\n' @barns
    case "env-readings update --ts"
      printf '%s\n' now now-2h today yesterday
    case "env-readings update --source"
      printf '%s\n' sensor controller manual weather vision import api
    case "env-readings update --input"
      printf '%s\n' @/
    case "env-readings update --data"
      printf '%s\n' @/
    case "env-readings update --farm"
      printf '%s\n' @farms
    case "env-readings update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "env-readings update --lang"
      printf '%s\n' he en th es zh
    case "env-readings update --color"
      printf '%s\n' auto always never
    case "env-readings delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "env-readings delete --data"
      printf '%s\n' @/
    case "env-readings delete --farm"
      printf '%s\n' @farms
    case "env-readings delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "env-readings delete --lang"
      printf '%s\n' he en th es zh
    case "env-readings delete --color"
      printf '%s\n' auto always never
    case "env-readings import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "env-readings import --rejects"
      printf '%s\n' @/
    case "env-readings import --on-error"
      printf '%s\n' abort skip
    case "env-readings import --on-duplicate"
      printf '%s\n' error skip update
    case "env-readings import --decimal"
      printf '%s\n' . ,
    case "env-readings import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "env-readings import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "env-readings import --format"
      printf '%s\n' csv jsonl json xlsx
    case "env-readings import --data"
      printf '%s\n' @/
    case "env-readings import --farm"
      printf '%s\n' @farms
    case "env-readings import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "env-readings import --lang"
      printf '%s\n' he en th es zh
    case "env-readings import --color"
      printf '%s\n' auto always never
    case "vision-events"
      printf '%s\n' list get export create update delete import --help
    case "vision-events list"
      printf '%s\n' --kind --source --barn-id --ts-from --ts-to --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "vision-events list --kind"
      printf '%s\n' count weight mortality behavior
    case "vision-events list --barn-id"
      printf '%s\n' @barns
    case "vision-events list --ts-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "vision-events list --ts-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "vision-events list --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "vision-events list --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "vision-events list --dir"
      printf '%s\n' asc desc
    case "vision-events list --data"
      printf '%s\n' @/
    case "vision-events list --farm"
      printf '%s\n' @farms
    case "vision-events list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "vision-events list --lang"
      printf '%s\n' he en th es zh
    case "vision-events list --color"
      printf '%s\n' auto always never
    case "vision-events get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "vision-events get --data"
      printf '%s\n' @/
    case "vision-events get --farm"
      printf '%s\n' @farms
    case "vision-events get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "vision-events get --lang"
      printf '%s\n' he en th es zh
    case "vision-events get --color"
      printf '%s\n' auto always never
    case "vision-events export"
      printf '%s\n' --kind --source --barn-id --ts-from --ts-to --created-at-from --created-at-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "vision-events export --kind"
      printf '%s\n' count weight mortality behavior
    case "vision-events export --barn-id"
      printf '%s\n' @barns
    case "vision-events export --ts-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "vision-events export --ts-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "vision-events export --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "vision-events export --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "vision-events export --format"
      printf '%s\n' csv jsonl xlsx
    case "vision-events export --file"
      printf '%s\n' @/
    case "vision-events export --dir"
      printf '%s\n' asc desc
    case "vision-events export --data"
      printf '%s\n' @/
    case "vision-events export --farm"
      printf '%s\n' @farms
    case "vision-events export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "vision-events export --lang"
      printf '%s\n' he en th es zh
    case "vision-events export --color"
      printf '%s\n' auto always never
    case "vision-events create"
      printf '%s\n' --barn-id --device-id --kind --value --unit --source --confidence --meta --ts --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "vision-events create --barn-id"
      printf '%s\n' @barns
    case "vision-events create --device-id"
      printf '%s\n' @devices
    case "vision-events create --kind"
      printf '%s\n' count weight mortality behavior
    case "vision-events create --unit"
      printf '%s\n' birds gr panting clustering poor_spread activity
    case "vision-events create --ts"
      printf '%s\n' now now-2h today yesterday
    case "vision-events create --input"
      printf '%s\n' @/
    case "vision-events create --data"
      printf '%s\n' @/
    case "vision-events create --farm"
      printf '%s\n' @farms
    case "vision-events create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "vision-events create --lang"
      printf '%s\n' he en th es zh
    case "vision-events create --color"
      printf '%s\n' auto always never
    case "vision-events update"
      printf '%s\n' --barn-id --device-id --kind --value --unit --source --confidence --meta --ts --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "vision-events update --barn-id"
      printf '%s\n' @barns
    case "vision-events update --device-id"
      printf '%s\n' @devices
    case "vision-events update --kind"
      printf '%s\n' count weight mortality behavior
    case "vision-events update --unit"
      printf '%s\n' birds gr panting clustering poor_spread activity
    case "vision-events update --ts"
      printf '%s\n' now now-2h today yesterday
    case "vision-events update --input"
      printf '%s\n' @/
    case "vision-events update --data"
      printf '%s\n' @/
    case "vision-events update --farm"
      printf '%s\n' @farms
    case "vision-events update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "vision-events update --lang"
      printf '%s\n' he en th es zh
    case "vision-events update --color"
      printf '%s\n' auto always never
    case "vision-events delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "vision-events delete --data"
      printf '%s\n' @/
    case "vision-events delete --farm"
      printf '%s\n' @farms
    case "vision-events delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "vision-events delete --lang"
      printf '%s\n' he en th es zh
    case "vision-events delete --color"
      printf '%s\n' auto always never
    case "vision-events import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "vision-events import --rejects"
      printf '%s\n' @/
    case "vision-events import --on-error"
      printf '%s\n' abort skip
    case "vision-events import --on-duplicate"
      printf '%s\n' error skip update
    case "vision-events import --decimal"
      printf '%s\n' . ,
    case "vision-events import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "vision-events import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "vision-events import --format"
      printf '%s\n' csv jsonl json xlsx
    case "vision-events import --data"
      printf '%s\n' @/
    case "vision-events import --farm"
      printf '%s\n' @farms
    case "vision-events import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "vision-events import --lang"
      printf '%s\n' he en th es zh
    case "vision-events import --color"
      printf '%s\n' auto always never
    case "controller-commands"
      printf '%s\n' list get export create update delete import approve reject cancel --help
    case "controller-commands list"
      printf '%s\n' --status --barn-id --mode --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "controller-commands list --status"
      printf '%s\n' pending approved sent executed failed rejected cancelled expired
    case "controller-commands list --barn-id"
      printf '%s\n' @barns
    case "controller-commands list --mode"
      printf '%s\n' suggest approve auto manual
    case "controller-commands list --dir"
      printf '%s\n' asc desc
    case "controller-commands list --data"
      printf '%s\n' @/
    case "controller-commands list --farm"
      printf '%s\n' @farms
    case "controller-commands list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "controller-commands list --lang"
      printf '%s\n' he en th es zh
    case "controller-commands list --color"
      printf '%s\n' auto always never
    case "controller-commands get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "controller-commands get --data"
      printf '%s\n' @/
    case "controller-commands get --farm"
      printf '%s\n' @farms
    case "controller-commands get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "controller-commands get --lang"
      printf '%s\n' he en th es zh
    case "controller-commands get --color"
      printf '%s\n' auto always never
    case "controller-commands export"
      printf '%s\n' --status --barn-id --mode --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "controller-commands export --status"
      printf '%s\n' pending approved sent executed failed rejected cancelled expired
    case "controller-commands export --barn-id"
      printf '%s\n' @barns
    case "controller-commands export --mode"
      printf '%s\n' suggest approve auto manual
    case "controller-commands export --format"
      printf '%s\n' csv jsonl xlsx
    case "controller-commands export --file"
      printf '%s\n' @/
    case "controller-commands export --dir"
      printf '%s\n' asc desc
    case "controller-commands export --data"
      printf '%s\n' @/
    case "controller-commands export --farm"
      printf '%s\n' @farms
    case "controller-commands export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "controller-commands export --lang"
      printf '%s\n' he en th es zh
    case "controller-commands export --color"
      printf '%s\n' auto always never
    case "controller-commands create"
      printf '%s\n' --barn-id --integration-id --device-id --command --params --mode --status --requested-by --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "controller-commands create --barn-id"
      printf '%s\n' @barns
    case "controller-commands create --integration-id"
      printf '%s\n' @integrations
    case "controller-commands create --device-id"
      printf '%s\n' @devices
    case "controller-commands create --command"
      printf '%s\n' set_temp set_humidity set_ventilation set_min_ventilation set_light start_heater stop_heater start_cooling stop_cooling start_feed stop_feed open_water close_water silence_alarm reboot read_now custom
    case "controller-commands create --mode"
      printf '%s\n' suggest approve auto manual
    case "controller-commands create --status"
      printf '%s\n' pending approved sent executed failed rejected cancelled expired
    case "controller-commands create --input"
      printf '%s\n' @/
    case "controller-commands create --data"
      printf '%s\n' @/
    case "controller-commands create --farm"
      printf '%s\n' @farms
    case "controller-commands create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "controller-commands create --lang"
      printf '%s\n' he en th es zh
    case "controller-commands create --color"
      printf '%s\n' auto always never
    case "controller-commands update"
      printf '%s\n' --barn-id --integration-id --device-id --command --params --mode --status --requested-by --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "controller-commands update --barn-id"
      printf '%s\n' @barns
    case "controller-commands update --integration-id"
      printf '%s\n' @integrations
    case "controller-commands update --device-id"
      printf '%s\n' @devices
    case "controller-commands update --command"
      printf '%s\n' set_temp set_humidity set_ventilation set_min_ventilation set_light start_heater stop_heater start_cooling stop_cooling start_feed stop_feed open_water close_water silence_alarm reboot read_now custom
    case "controller-commands update --mode"
      printf '%s\n' suggest approve auto manual
    case "controller-commands update --status"
      printf '%s\n' pending approved sent executed failed rejected cancelled expired
    case "controller-commands update --input"
      printf '%s\n' @/
    case "controller-commands update --data"
      printf '%s\n' @/
    case "controller-commands update --farm"
      printf '%s\n' @farms
    case "controller-commands update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "controller-commands update --lang"
      printf '%s\n' he en th es zh
    case "controller-commands update --color"
      printf '%s\n' auto always never
    case "controller-commands delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "controller-commands delete --data"
      printf '%s\n' @/
    case "controller-commands delete --farm"
      printf '%s\n' @farms
    case "controller-commands delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "controller-commands delete --lang"
      printf '%s\n' he en th es zh
    case "controller-commands delete --color"
      printf '%s\n' auto always never
    case "controller-commands import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "controller-commands import --rejects"
      printf '%s\n' @/
    case "controller-commands import --on-error"
      printf '%s\n' abort skip
    case "controller-commands import --on-duplicate"
      printf '%s\n' error skip update
    case "controller-commands import --decimal"
      printf '%s\n' . ,
    case "controller-commands import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "controller-commands import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "controller-commands import --format"
      printf '%s\n' csv jsonl json xlsx
    case "controller-commands import --data"
      printf '%s\n' @/
    case "controller-commands import --farm"
      printf '%s\n' @farms
    case "controller-commands import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "controller-commands import --lang"
      printf '%s\n' he en th es zh
    case "controller-commands import --color"
      printf '%s\n' auto always never
    case "controller-commands approve"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "controller-commands approve --data"
      printf '%s\n' @/
    case "controller-commands approve --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "controller-commands approve --lang"
      printf '%s\n' he en th es zh
    case "controller-commands approve --color"
      printf '%s\n' auto always never
    case "controller-commands reject"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "controller-commands reject --data"
      printf '%s\n' @/
    case "controller-commands reject --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "controller-commands reject --lang"
      printf '%s\n' he en th es zh
    case "controller-commands reject --color"
      printf '%s\n' auto always never
    case "controller-commands cancel"
      printf '%s\n' --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "controller-commands cancel --data"
      printf '%s\n' @/
    case "controller-commands cancel --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "controller-commands cancel --lang"
      printf '%s\n' he en th es zh
    case "controller-commands cancel --color"
      printf '%s\n' auto always never
    case "automations"
      printf '%s\n' list get export create update delete import run test --help
    case "automations list"
      printf '%s\n' --enabled --barn-id --device-kind --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "automations list --enabled"
      printf '%s\n' true false
    case "automations list --barn-id"
      printf '%s\n' @barns
    case "automations list --device-kind"
      printf '%s\n' camera controller scale temp_sensor humidity_sensor co2_sensor nh3_sensor water_meter feed_meter silo_sensor egg_counter weather_station gateway fan heater cooler light generator alarm other
    case "automations list --dir"
      printf '%s\n' asc desc
    case "automations list --data"
      printf '%s\n' @/
    case "automations list --farm"
      printf '%s\n' @farms
    case "automations list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "automations list --lang"
      printf '%s\n' he en th es zh
    case "automations list --color"
      printf '%s\n' auto always never
    case "automations get"
      printf '%s\n' @automations --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "automations get --data"
      printf '%s\n' @/
    case "automations get --farm"
      printf '%s\n' @farms
    case "automations get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "automations get --lang"
      printf '%s\n' he en th es zh
    case "automations get --color"
      printf '%s\n' auto always never
    case "automations export"
      printf '%s\n' --enabled --barn-id --device-kind --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "automations export --enabled"
      printf '%s\n' true false
    case "automations export --barn-id"
      printf '%s\n' @barns
    case "automations export --device-kind"
      printf '%s\n' camera controller scale temp_sensor humidity_sensor co2_sensor nh3_sensor water_meter feed_meter silo_sensor egg_counter weather_station gateway fan heater cooler light generator alarm other
    case "automations export --format"
      printf '%s\n' csv jsonl xlsx
    case "automations export --file"
      printf '%s\n' @/
    case "automations export --dir"
      printf '%s\n' asc desc
    case "automations export --data"
      printf '%s\n' @/
    case "automations export --farm"
      printf '%s\n' @farms
    case "automations export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "automations export --lang"
      printf '%s\n' he en th es zh
    case "automations export --color"
      printf '%s\n' auto always never
    case "automations create"
      printf '%s\n' --barn-id --name --device-kind --mode --trigger --action --enabled --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "automations create --barn-id"
      printf '%s\n' @barns
    case "automations create --device-kind"
      printf '%s\n' camera controller scale temp_sensor humidity_sensor co2_sensor nh3_sensor water_meter feed_meter silo_sensor egg_counter weather_station gateway fan heater cooler light generator alarm other
    case "automations create --mode"
      printf '%s\n' suggest approve auto alert_only
    case "automations create --enabled"
      printf '%s\n' true false
    case "automations create --input"
      printf '%s\n' @/
    case "automations create --data"
      printf '%s\n' @/
    case "automations create --farm"
      printf '%s\n' @farms
    case "automations create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "automations create --lang"
      printf '%s\n' he en th es zh
    case "automations create --color"
      printf '%s\n' auto always never
    case "automations update"
      printf '%s\n' @automations --barn-id --name --device-kind --mode --trigger --action --enabled --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "automations update --barn-id"
      printf '%s\n' @barns
    case "automations update --device-kind"
      printf '%s\n' camera controller scale temp_sensor humidity_sensor co2_sensor nh3_sensor water_meter feed_meter silo_sensor egg_counter weather_station gateway fan heater cooler light generator alarm other
    case "automations update --mode"
      printf '%s\n' suggest approve auto alert_only
    case "automations update --enabled"
      printf '%s\n' true false
    case "automations update --input"
      printf '%s\n' @/
    case "automations update --data"
      printf '%s\n' @/
    case "automations update --farm"
      printf '%s\n' @farms
    case "automations update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "automations update --lang"
      printf '%s\n' he en th es zh
    case "automations update --color"
      printf '%s\n' auto always never
    case "automations delete"
      printf '%s\n' @automations --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "automations delete --data"
      printf '%s\n' @/
    case "automations delete --farm"
      printf '%s\n' @farms
    case "automations delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "automations delete --lang"
      printf '%s\n' he en th es zh
    case "automations delete --color"
      printf '%s\n' auto always never
    case "automations import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "automations import --rejects"
      printf '%s\n' @/
    case "automations import --on-error"
      printf '%s\n' abort skip
    case "automations import --on-duplicate"
      printf '%s\n' error skip update
    case "automations import --decimal"
      printf '%s\n' . ,
    case "automations import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "automations import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "automations import --format"
      printf '%s\n' csv jsonl json xlsx
    case "automations import --data"
      printf '%s\n' @/
    case "automations import --farm"
      printf '%s\n' @farms
    case "automations import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "automations import --lang"
      printf '%s\n' he en th es zh
    case "automations import --color"
      printf '%s\n' auto always never
    case "automations run"
      printf '%s\n' @automations --execute --barn --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "automations run --barn"
      printf '%s\n' @barns
    case "automations run --data"
      printf '%s\n' @/
    case "automations run --farm"
      printf '%s\n' @farms
    case "automations run --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "automations run --lang"
      printf '%s\n' he en th es zh
    case "automations run --color"
      printf '%s\n' auto always never
    case "automations test"
      printf '%s\n' @automations --day --barn --rule --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "automations test --day"
      printf '%s\n' today yesterday today-7d
    case "automations test --barn"
      printf '%s\n' @barns
    case "automations test --rule"
      printf '%s\n' @/
    case "automations test --data"
      printf '%s\n' @/
    case "automations test --farm"
      printf '%s\n' @farms
    case "automations test --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "automations test --lang"
      printf '%s\n' he en th es zh
    case "automations test --color"
      printf '%s\n' auto always never
    case "feed-deliveries"
      printf '%s\n' list get export create update delete import --help
    case "feed-deliveries list"
      printf '%s\n' --feed-type --flock-id --supplier-id --date-from --date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "feed-deliveries list --feed-type"
      printf '%s\n' prestarter starter grower finisher withdrawal pullet prelay layer1 layer2 layer3 breeder other
    case "feed-deliveries list --flock-id"
      printf '%s\n' @flocks
    case "feed-deliveries list --supplier-id"
      printf '%s\n' @contacts
    case "feed-deliveries list --date-from"
      printf '%s\n' today yesterday today-7d
    case "feed-deliveries list --date-to"
      printf '%s\n' today yesterday today-7d
    case "feed-deliveries list --dir"
      printf '%s\n' asc desc
    case "feed-deliveries list --data"
      printf '%s\n' @/
    case "feed-deliveries list --farm"
      printf '%s\n' @farms
    case "feed-deliveries list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "feed-deliveries list --lang"
      printf '%s\n' he en th es zh
    case "feed-deliveries list --color"
      printf '%s\n' auto always never
    case "feed-deliveries get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "feed-deliveries get --data"
      printf '%s\n' @/
    case "feed-deliveries get --farm"
      printf '%s\n' @farms
    case "feed-deliveries get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "feed-deliveries get --lang"
      printf '%s\n' he en th es zh
    case "feed-deliveries get --color"
      printf '%s\n' auto always never
    case "feed-deliveries export"
      printf '%s\n' --feed-type --flock-id --supplier-id --date-from --date-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "feed-deliveries export --feed-type"
      printf '%s\n' prestarter starter grower finisher withdrawal pullet prelay layer1 layer2 layer3 breeder other
    case "feed-deliveries export --flock-id"
      printf '%s\n' @flocks
    case "feed-deliveries export --supplier-id"
      printf '%s\n' @contacts
    case "feed-deliveries export --date-from"
      printf '%s\n' today yesterday today-7d
    case "feed-deliveries export --date-to"
      printf '%s\n' today yesterday today-7d
    case "feed-deliveries export --format"
      printf '%s\n' csv jsonl xlsx
    case "feed-deliveries export --file"
      printf '%s\n' @/
    case "feed-deliveries export --dir"
      printf '%s\n' asc desc
    case "feed-deliveries export --data"
      printf '%s\n' @/
    case "feed-deliveries export --farm"
      printf '%s\n' @farms
    case "feed-deliveries export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "feed-deliveries export --lang"
      printf '%s\n' he en th es zh
    case "feed-deliveries export --color"
      printf '%s\n' auto always never
    case "feed-deliveries create"
      printf '%s\n' --flock-id --date --feed-type --quantity-kg --price-per-ton --total-cost --supplier-id --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "feed-deliveries create --flock-id"
      printf '%s\n' @flocks
    case "feed-deliveries create --date"
      printf '%s\n' today yesterday today-7d
    case "feed-deliveries create --feed-type"
      printf '%s\n' prestarter starter grower finisher withdrawal pullet prelay layer1 layer2 layer3 breeder other
    case "feed-deliveries create --supplier-id"
      printf '%s\n' @contacts
    case "feed-deliveries create --input"
      printf '%s\n' @/
    case "feed-deliveries create --data"
      printf '%s\n' @/
    case "feed-deliveries create --farm"
      printf '%s\n' @farms
    case "feed-deliveries create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "feed-deliveries create --lang"
      printf '%s\n' he en th es zh
    case "feed-deliveries create --color"
      printf '%s\n' auto always never
    case "feed-deliveries update"
      printf '%s\n' --flock-id --date --feed-type --quantity-kg --price-per-ton --total-cost --supplier-id --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "feed-deliveries update --flock-id"
      printf '%s\n' @flocks
    case "feed-deliveries update --date"
      printf '%s\n' today yesterday today-7d
    case "feed-deliveries update --feed-type"
      printf '%s\n' prestarter starter grower finisher withdrawal pullet prelay layer1 layer2 layer3 breeder other
    case "feed-deliveries update --supplier-id"
      printf '%s\n' @contacts
    case "feed-deliveries update --input"
      printf '%s\n' @/
    case "feed-deliveries update --data"
      printf '%s\n' @/
    case "feed-deliveries update --farm"
      printf '%s\n' @farms
    case "feed-deliveries update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "feed-deliveries update --lang"
      printf '%s\n' he en th es zh
    case "feed-deliveries update --color"
      printf '%s\n' auto always never
    case "feed-deliveries delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "feed-deliveries delete --data"
      printf '%s\n' @/
    case "feed-deliveries delete --farm"
      printf '%s\n' @farms
    case "feed-deliveries delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "feed-deliveries delete --lang"
      printf '%s\n' he en th es zh
    case "feed-deliveries delete --color"
      printf '%s\n' auto always never
    case "feed-deliveries import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "feed-deliveries import --rejects"
      printf '%s\n' @/
    case "feed-deliveries import --on-error"
      printf '%s\n' abort skip
    case "feed-deliveries import --on-duplicate"
      printf '%s\n' error skip update
    case "feed-deliveries import --decimal"
      printf '%s\n' . ,
    case "feed-deliveries import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "feed-deliveries import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "feed-deliveries import --format"
      printf '%s\n' csv jsonl json xlsx
    case "feed-deliveries import --data"
      printf '%s\n' @/
    case "feed-deliveries import --farm"
      printf '%s\n' @farms
    case "feed-deliveries import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "feed-deliveries import --lang"
      printf '%s\n' he en th es zh
    case "feed-deliveries import --color"
      printf '%s\n' auto always never
    case "feed-orders"
      printf '%s\n' list get export create update delete import --help
    case "feed-orders list"
      printf '%s\n' --status --feed-type --due-date-from --due-date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "feed-orders list --status"
      printf '%s\n' draft ordered confirmed in_transit delivered cancelled
    case "feed-orders list --feed-type"
      printf '%s\n' prestarter starter grower finisher withdrawal pullet prelay layer1 layer2 layer3 breeder other
    case "feed-orders list --due-date-from"
      printf '%s\n' today yesterday today-7d
    case "feed-orders list --due-date-to"
      printf '%s\n' today yesterday today-7d
    case "feed-orders list --dir"
      printf '%s\n' asc desc
    case "feed-orders list --data"
      printf '%s\n' @/
    case "feed-orders list --farm"
      printf '%s\n' @farms
    case "feed-orders list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "feed-orders list --lang"
      printf '%s\n' he en th es zh
    case "feed-orders list --color"
      printf '%s\n' auto always never
    case "feed-orders get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "feed-orders get --data"
      printf '%s\n' @/
    case "feed-orders get --farm"
      printf '%s\n' @farms
    case "feed-orders get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "feed-orders get --lang"
      printf '%s\n' he en th es zh
    case "feed-orders get --color"
      printf '%s\n' auto always never
    case "feed-orders export"
      printf '%s\n' --status --feed-type --due-date-from --due-date-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "feed-orders export --status"
      printf '%s\n' draft ordered confirmed in_transit delivered cancelled
    case "feed-orders export --feed-type"
      printf '%s\n' prestarter starter grower finisher withdrawal pullet prelay layer1 layer2 layer3 breeder other
    case "feed-orders export --due-date-from"
      printf '%s\n' today yesterday today-7d
    case "feed-orders export --due-date-to"
      printf '%s\n' today yesterday today-7d
    case "feed-orders export --format"
      printf '%s\n' csv jsonl xlsx
    case "feed-orders export --file"
      printf '%s\n' @/
    case "feed-orders export --dir"
      printf '%s\n' asc desc
    case "feed-orders export --data"
      printf '%s\n' @/
    case "feed-orders export --farm"
      printf '%s\n' @farms
    case "feed-orders export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "feed-orders export --lang"
      printf '%s\n' he en th es zh
    case "feed-orders export --color"
      printf '%s\n' auto always never
    case "feed-orders create"
      printf '%s\n' --flock-id --feed-type --quantity-kg --supplier-id --status --order-date --due-date --delivered-at --price-per-ton --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "feed-orders create --flock-id"
      printf '%s\n' @flocks
    case "feed-orders create --feed-type"
      printf '%s\n' prestarter starter grower finisher withdrawal pullet prelay layer1 layer2 layer3 breeder other
    case "feed-orders create --supplier-id"
      printf '%s\n' @contacts
    case "feed-orders create --status"
      printf '%s\n' draft ordered confirmed in_transit delivered cancelled
    case "feed-orders create --order-date"
      printf '%s\n' today yesterday today-7d
    case "feed-orders create --due-date"
      printf '%s\n' today yesterday today-7d
    case "feed-orders create --delivered-at"
      printf '%s\n' today yesterday today-7d
    case "feed-orders create --input"
      printf '%s\n' @/
    case "feed-orders create --data"
      printf '%s\n' @/
    case "feed-orders create --farm"
      printf '%s\n' @farms
    case "feed-orders create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "feed-orders create --lang"
      printf '%s\n' he en th es zh
    case "feed-orders create --color"
      printf '%s\n' auto always never
    case "feed-orders update"
      printf '%s\n' --flock-id --feed-type --quantity-kg --supplier-id --status --order-date --due-date --delivered-at --price-per-ton --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "feed-orders update --flock-id"
      printf '%s\n' @flocks
    case "feed-orders update --feed-type"
      printf '%s\n' prestarter starter grower finisher withdrawal pullet prelay layer1 layer2 layer3 breeder other
    case "feed-orders update --supplier-id"
      printf '%s\n' @contacts
    case "feed-orders update --status"
      printf '%s\n' draft ordered confirmed in_transit delivered cancelled
    case "feed-orders update --order-date"
      printf '%s\n' today yesterday today-7d
    case "feed-orders update --due-date"
      printf '%s\n' today yesterday today-7d
    case "feed-orders update --delivered-at"
      printf '%s\n' today yesterday today-7d
    case "feed-orders update --input"
      printf '%s\n' @/
    case "feed-orders update --data"
      printf '%s\n' @/
    case "feed-orders update --farm"
      printf '%s\n' @farms
    case "feed-orders update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "feed-orders update --lang"
      printf '%s\n' he en th es zh
    case "feed-orders update --color"
      printf '%s\n' auto always never
    case "feed-orders delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "feed-orders delete --data"
      printf '%s\n' @/
    case "feed-orders delete --farm"
      printf '%s\n' @farms
    case "feed-orders delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "feed-orders delete --lang"
      printf '%s\n' he en th es zh
    case "feed-orders delete --color"
      printf '%s\n' auto always never
    case "feed-orders import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "feed-orders import --rejects"
      printf '%s\n' @/
    case "feed-orders import --on-error"
      printf '%s\n' abort skip
    case "feed-orders import --on-duplicate"
      printf '%s\n' error skip update
    case "feed-orders import --decimal"
      printf '%s\n' . ,
    case "feed-orders import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "feed-orders import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "feed-orders import --format"
      printf '%s\n' csv jsonl json xlsx
    case "feed-orders import --data"
      printf '%s\n' @/
    case "feed-orders import --farm"
      printf '%s\n' @farms
    case "feed-orders import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "feed-orders import --lang"
      printf '%s\n' he en th es zh
    case "feed-orders import --color"
      printf '%s\n' auto always never
    case "expenses"
      printf '%s\n' list get export create update delete import --help
    case "expenses list"
      printf '%s\n' --q --category --flock-id --date-from --date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "expenses list --category"
      printf '%s\n' feed chicks medicine vaccination vet labor electricity gas fuel water litter cleaning catching transport maintenance equipment rent insurance levy tax waste admin interest depreciation other
    case "expenses list --flock-id"
      printf '%s\n' @flocks
    case "expenses list --date-from"
      printf '%s\n' today yesterday today-7d
    case "expenses list --date-to"
      printf '%s\n' today yesterday today-7d
    case "expenses list --dir"
      printf '%s\n' asc desc
    case "expenses list --data"
      printf '%s\n' @/
    case "expenses list --farm"
      printf '%s\n' @farms
    case "expenses list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "expenses list --lang"
      printf '%s\n' he en th es zh
    case "expenses list --color"
      printf '%s\n' auto always never
    case "expenses get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "expenses get --data"
      printf '%s\n' @/
    case "expenses get --farm"
      printf '%s\n' @farms
    case "expenses get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "expenses get --lang"
      printf '%s\n' he en th es zh
    case "expenses get --color"
      printf '%s\n' auto always never
    case "expenses export"
      printf '%s\n' --q --category --flock-id --date-from --date-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "expenses export --category"
      printf '%s\n' feed chicks medicine vaccination vet labor electricity gas fuel water litter cleaning catching transport maintenance equipment rent insurance levy tax waste admin interest depreciation other
    case "expenses export --flock-id"
      printf '%s\n' @flocks
    case "expenses export --date-from"
      printf '%s\n' today yesterday today-7d
    case "expenses export --date-to"
      printf '%s\n' today yesterday today-7d
    case "expenses export --format"
      printf '%s\n' csv jsonl xlsx
    case "expenses export --file"
      printf '%s\n' @/
    case "expenses export --dir"
      printf '%s\n' asc desc
    case "expenses export --data"
      printf '%s\n' @/
    case "expenses export --farm"
      printf '%s\n' @farms
    case "expenses export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "expenses export --lang"
      printf '%s\n' he en th es zh
    case "expenses export --color"
      printf '%s\n' auto always never
    case "expenses create"
      printf '%s\n' --flock-id --barn-id --date --category --description --amount --supplier-id --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "expenses create --flock-id"
      printf '%s\n' @flocks
    case "expenses create --barn-id"
      printf '%s\n' @barns
    case "expenses create --date"
      printf '%s\n' today yesterday today-7d
    case "expenses create --category"
      printf '%s\n' feed chicks medicine vaccination vet labor electricity gas fuel water litter cleaning catching transport maintenance equipment rent insurance levy tax waste admin interest depreciation other
    case "expenses create --supplier-id"
      printf '%s\n' @contacts
    case "expenses create --input"
      printf '%s\n' @/
    case "expenses create --data"
      printf '%s\n' @/
    case "expenses create --farm"
      printf '%s\n' @farms
    case "expenses create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "expenses create --lang"
      printf '%s\n' he en th es zh
    case "expenses create --color"
      printf '%s\n' auto always never
    case "expenses update"
      printf '%s\n' --flock-id --barn-id --date --category --description --amount --supplier-id --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "expenses update --flock-id"
      printf '%s\n' @flocks
    case "expenses update --barn-id"
      printf '%s\n' @barns
    case "expenses update --date"
      printf '%s\n' today yesterday today-7d
    case "expenses update --category"
      printf '%s\n' feed chicks medicine vaccination vet labor electricity gas fuel water litter cleaning catching transport maintenance equipment rent insurance levy tax waste admin interest depreciation other
    case "expenses update --supplier-id"
      printf '%s\n' @contacts
    case "expenses update --input"
      printf '%s\n' @/
    case "expenses update --data"
      printf '%s\n' @/
    case "expenses update --farm"
      printf '%s\n' @farms
    case "expenses update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "expenses update --lang"
      printf '%s\n' he en th es zh
    case "expenses update --color"
      printf '%s\n' auto always never
    case "expenses delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "expenses delete --data"
      printf '%s\n' @/
    case "expenses delete --farm"
      printf '%s\n' @farms
    case "expenses delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "expenses delete --lang"
      printf '%s\n' he en th es zh
    case "expenses delete --color"
      printf '%s\n' auto always never
    case "expenses import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "expenses import --rejects"
      printf '%s\n' @/
    case "expenses import --on-error"
      printf '%s\n' abort skip
    case "expenses import --on-duplicate"
      printf '%s\n' error skip update
    case "expenses import --decimal"
      printf '%s\n' . ,
    case "expenses import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "expenses import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "expenses import --format"
      printf '%s\n' csv jsonl json xlsx
    case "expenses import --data"
      printf '%s\n' @/
    case "expenses import --farm"
      printf '%s\n' @farms
    case "expenses import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "expenses import --lang"
      printf '%s\n' he en th es zh
    case "expenses import --color"
      printf '%s\n' auto always never
    case "sales"
      printf '%s\n' list get export create update delete import --help
    case "sales list"
      printf '%s\n' --flock-id --customer-id --date-from --date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "sales list --flock-id"
      printf '%s\n' @flocks
    case "sales list --customer-id"
      printf '%s\n' @contacts
    case "sales list --date-from"
      printf '%s\n' today yesterday today-7d
    case "sales list --date-to"
      printf '%s\n' today yesterday today-7d
    case "sales list --dir"
      printf '%s\n' asc desc
    case "sales list --data"
      printf '%s\n' @/
    case "sales list --farm"
      printf '%s\n' @farms
    case "sales list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "sales list --lang"
      printf '%s\n' he en th es zh
    case "sales list --color"
      printf '%s\n' auto always never
    case "sales get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "sales get --data"
      printf '%s\n' @/
    case "sales get --farm"
      printf '%s\n' @farms
    case "sales get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "sales get --lang"
      printf '%s\n' he en th es zh
    case "sales get --color"
      printf '%s\n' auto always never
    case "sales export"
      printf '%s\n' --flock-id --customer-id --date-from --date-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "sales export --flock-id"
      printf '%s\n' @flocks
    case "sales export --customer-id"
      printf '%s\n' @contacts
    case "sales export --date-from"
      printf '%s\n' today yesterday today-7d
    case "sales export --date-to"
      printf '%s\n' today yesterday today-7d
    case "sales export --format"
      printf '%s\n' csv jsonl xlsx
    case "sales export --file"
      printf '%s\n' @/
    case "sales export --dir"
      printf '%s\n' asc desc
    case "sales export --data"
      printf '%s\n' @/
    case "sales export --farm"
      printf '%s\n' @farms
    case "sales export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "sales export --lang"
      printf '%s\n' he en th es zh
    case "sales export --color"
      printf '%s\n' auto always never
    case "sales create"
      printf '%s\n' --flock-id --customer-id --date --birds-count --total-weight-kg --price-per-kg --total-amount --condemned-count --condemned-kg --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "sales create --flock-id"
      printf '%s\n' @flocks
    case "sales create --customer-id"
      printf '%s\n' @contacts
    case "sales create --date"
      printf '%s\n' today yesterday today-7d
    case "sales create --input"
      printf '%s\n' @/
    case "sales create --data"
      printf '%s\n' @/
    case "sales create --farm"
      printf '%s\n' @farms
    case "sales create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "sales create --lang"
      printf '%s\n' he en th es zh
    case "sales create --color"
      printf '%s\n' auto always never
    case "sales update"
      printf '%s\n' --flock-id --customer-id --date --birds-count --total-weight-kg --price-per-kg --total-amount --condemned-count --condemned-kg --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "sales update --flock-id"
      printf '%s\n' @flocks
    case "sales update --customer-id"
      printf '%s\n' @contacts
    case "sales update --date"
      printf '%s\n' today yesterday today-7d
    case "sales update --input"
      printf '%s\n' @/
    case "sales update --data"
      printf '%s\n' @/
    case "sales update --farm"
      printf '%s\n' @farms
    case "sales update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "sales update --lang"
      printf '%s\n' he en th es zh
    case "sales update --color"
      printf '%s\n' auto always never
    case "sales delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "sales delete --data"
      printf '%s\n' @/
    case "sales delete --farm"
      printf '%s\n' @farms
    case "sales delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "sales delete --lang"
      printf '%s\n' he en th es zh
    case "sales delete --color"
      printf '%s\n' auto always never
    case "sales import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "sales import --rejects"
      printf '%s\n' @/
    case "sales import --on-error"
      printf '%s\n' abort skip
    case "sales import --on-duplicate"
      printf '%s\n' error skip update
    case "sales import --decimal"
      printf '%s\n' . ,
    case "sales import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "sales import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "sales import --format"
      printf '%s\n' csv jsonl json xlsx
    case "sales import --data"
      printf '%s\n' @/
    case "sales import --farm"
      printf '%s\n' @farms
    case "sales import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "sales import --lang"
      printf '%s\n' he en th es zh
    case "sales import --color"
      printf '%s\n' auto always never
    case "treatments"
      printf '%s\n' list get export create update delete import --help
    case "treatments list"
      printf '%s\n' --flock-id --kind --date-from --date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "treatments list --flock-id"
      printf '%s\n' @flocks
    case "treatments list --kind"
      printf '%s\n' vaccination antibiotic anticoccidial antiparasitic vitamin electrolyte probiotic acidifier diagnosis lab_test vet_visit other
    case "treatments list --date-from"
      printf '%s\n' today yesterday today-7d
    case "treatments list --date-to"
      printf '%s\n' today yesterday today-7d
    case "treatments list --dir"
      printf '%s\n' asc desc
    case "treatments list --data"
      printf '%s\n' @/
    case "treatments list --farm"
      printf '%s\n' @farms
    case "treatments list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "treatments list --lang"
      printf '%s\n' he en th es zh
    case "treatments list --color"
      printf '%s\n' auto always never
    case "treatments get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "treatments get --data"
      printf '%s\n' @/
    case "treatments get --farm"
      printf '%s\n' @farms
    case "treatments get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "treatments get --lang"
      printf '%s\n' he en th es zh
    case "treatments get --color"
      printf '%s\n' auto always never
    case "treatments export"
      printf '%s\n' --flock-id --kind --date-from --date-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "treatments export --flock-id"
      printf '%s\n' @flocks
    case "treatments export --kind"
      printf '%s\n' vaccination antibiotic anticoccidial antiparasitic vitamin electrolyte probiotic acidifier diagnosis lab_test vet_visit other
    case "treatments export --date-from"
      printf '%s\n' today yesterday today-7d
    case "treatments export --date-to"
      printf '%s\n' today yesterday today-7d
    case "treatments export --format"
      printf '%s\n' csv jsonl xlsx
    case "treatments export --file"
      printf '%s\n' @/
    case "treatments export --dir"
      printf '%s\n' asc desc
    case "treatments export --data"
      printf '%s\n' @/
    case "treatments export --farm"
      printf '%s\n' @farms
    case "treatments export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "treatments export --lang"
      printf '%s\n' he en th es zh
    case "treatments export --color"
      printf '%s\n' auto always never
    case "treatments create"
      printf '%s\n' --flock-id --date --kind --product --reason --cost --vet-name --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "treatments create --flock-id"
      printf '%s\n' @flocks
    case "treatments create --date"
      printf '%s\n' today yesterday today-7d
    case "treatments create --kind"
      printf '%s\n' vaccination antibiotic anticoccidial antiparasitic vitamin electrolyte probiotic acidifier diagnosis lab_test vet_visit other
    case "treatments create --input"
      printf '%s\n' @/
    case "treatments create --data"
      printf '%s\n' @/
    case "treatments create --farm"
      printf '%s\n' @farms
    case "treatments create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "treatments create --lang"
      printf '%s\n' he en th es zh
    case "treatments create --color"
      printf '%s\n' auto always never
    case "treatments update"
      printf '%s\n' --flock-id --date --kind --product --reason --cost --vet-name --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "treatments update --flock-id"
      printf '%s\n' @flocks
    case "treatments update --date"
      printf '%s\n' today yesterday today-7d
    case "treatments update --kind"
      printf '%s\n' vaccination antibiotic anticoccidial antiparasitic vitamin electrolyte probiotic acidifier diagnosis lab_test vet_visit other
    case "treatments update --input"
      printf '%s\n' @/
    case "treatments update --data"
      printf '%s\n' @/
    case "treatments update --farm"
      printf '%s\n' @farms
    case "treatments update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "treatments update --lang"
      printf '%s\n' he en th es zh
    case "treatments update --color"
      printf '%s\n' auto always never
    case "treatments delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "treatments delete --data"
      printf '%s\n' @/
    case "treatments delete --farm"
      printf '%s\n' @farms
    case "treatments delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "treatments delete --lang"
      printf '%s\n' he en th es zh
    case "treatments delete --color"
      printf '%s\n' auto always never
    case "treatments import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "treatments import --rejects"
      printf '%s\n' @/
    case "treatments import --on-error"
      printf '%s\n' abort skip
    case "treatments import --on-duplicate"
      printf '%s\n' error skip update
    case "treatments import --decimal"
      printf '%s\n' . ,
    case "treatments import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "treatments import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "treatments import --format"
      printf '%s\n' csv jsonl json xlsx
    case "treatments import --data"
      printf '%s\n' @/
    case "treatments import --farm"
      printf '%s\n' @farms
    case "treatments import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "treatments import --lang"
      printf '%s\n' he en th es zh
    case "treatments import --color"
      printf '%s\n' auto always never
    case "medicine"
      printf '%s\n' list get export create update delete import --help
    case "medicine list"
      printf '%s\n' --q --kind --expiry-date-from --expiry-date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "medicine list --kind"
      printf '%s\n' vaccine antibiotic anticoccidial antiparasitic vitamin electrolyte probiotic disinfectant pesticide other
    case "medicine list --expiry-date-from"
      printf '%s\n' today yesterday today-7d
    case "medicine list --expiry-date-to"
      printf '%s\n' today yesterday today-7d
    case "medicine list --dir"
      printf '%s\n' asc desc
    case "medicine list --data"
      printf '%s\n' @/
    case "medicine list --farm"
      printf '%s\n' @farms
    case "medicine list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "medicine list --lang"
      printf '%s\n' he en th es zh
    case "medicine list --color"
      printf '%s\n' auto always never
    case "medicine get"
      printf '%s\n' @medicine --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "medicine get --data"
      printf '%s\n' @/
    case "medicine get --farm"
      printf '%s\n' @farms
    case "medicine get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "medicine get --lang"
      printf '%s\n' he en th es zh
    case "medicine get --color"
      printf '%s\n' auto always never
    case "medicine export"
      printf '%s\n' --q --kind --expiry-date-from --expiry-date-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "medicine export --kind"
      printf '%s\n' vaccine antibiotic anticoccidial antiparasitic vitamin electrolyte probiotic disinfectant pesticide other
    case "medicine export --expiry-date-from"
      printf '%s\n' today yesterday today-7d
    case "medicine export --expiry-date-to"
      printf '%s\n' today yesterday today-7d
    case "medicine export --format"
      printf '%s\n' csv jsonl xlsx
    case "medicine export --file"
      printf '%s\n' @/
    case "medicine export --dir"
      printf '%s\n' asc desc
    case "medicine export --data"
      printf '%s\n' @/
    case "medicine export --farm"
      printf '%s\n' @farms
    case "medicine export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "medicine export --lang"
      printf '%s\n' he en th es zh
    case "medicine export --color"
      printf '%s\n' auto always never
    case "medicine create"
      printf '%s\n' --name --kind --quantity --unit --expiry-date --batch-number --min-quantity --supplier-id --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "medicine create --kind"
      printf '%s\n' vaccine antibiotic anticoccidial antiparasitic vitamin electrolyte probiotic disinfectant pesticide other
    case "medicine create --unit"
      printf '%s\n' ml l g kg doses vials bottles sachets tablets units
    case "medicine create --expiry-date"
      printf '%s\n' today yesterday today-7d
    case "medicine create --supplier-id"
      printf '%s\n' @contacts
    case "medicine create --input"
      printf '%s\n' @/
    case "medicine create --data"
      printf '%s\n' @/
    case "medicine create --farm"
      printf '%s\n' @farms
    case "medicine create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "medicine create --lang"
      printf '%s\n' he en th es zh
    case "medicine create --color"
      printf '%s\n' auto always never
    case "medicine update"
      printf '%s\n' @medicine --name --kind --quantity --unit --expiry-date --batch-number --min-quantity --supplier-id --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "medicine update --kind"
      printf '%s\n' vaccine antibiotic anticoccidial antiparasitic vitamin electrolyte probiotic disinfectant pesticide other
    case "medicine update --unit"
      printf '%s\n' ml l g kg doses vials bottles sachets tablets units
    case "medicine update --expiry-date"
      printf '%s\n' today yesterday today-7d
    case "medicine update --supplier-id"
      printf '%s\n' @contacts
    case "medicine update --input"
      printf '%s\n' @/
    case "medicine update --data"
      printf '%s\n' @/
    case "medicine update --farm"
      printf '%s\n' @farms
    case "medicine update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "medicine update --lang"
      printf '%s\n' he en th es zh
    case "medicine update --color"
      printf '%s\n' auto always never
    case "medicine delete"
      printf '%s\n' @medicine --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "medicine delete --data"
      printf '%s\n' @/
    case "medicine delete --farm"
      printf '%s\n' @farms
    case "medicine delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "medicine delete --lang"
      printf '%s\n' he en th es zh
    case "medicine delete --color"
      printf '%s\n' auto always never
    case "medicine import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "medicine import --rejects"
      printf '%s\n' @/
    case "medicine import --on-error"
      printf '%s\n' abort skip
    case "medicine import --on-duplicate"
      printf '%s\n' error skip update
    case "medicine import --decimal"
      printf '%s\n' . ,
    case "medicine import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "medicine import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "medicine import --format"
      printf '%s\n' csv jsonl json xlsx
    case "medicine import --data"
      printf '%s\n' @/
    case "medicine import --farm"
      printf '%s\n' @farms
    case "medicine import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "medicine import --lang"
      printf '%s\n' he en th es zh
    case "medicine import --color"
      printf '%s\n' auto always never
    case "contacts"
      printf '%s\n' list get export create update delete import --help
    case "contacts list"
      printf '%s\n' --q --kind --barn-id --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "contacts list --kind"
      printf '%s\n' supplier feed_supplier chick_supplier medicine_supplier customer slaughterhouse vet worker manager catcher driver electrician technician inspector authority insurance bank emergency other
    case "contacts list --barn-id"
      printf '%s\n' @barns
    case "contacts list --dir"
      printf '%s\n' asc desc
    case "contacts list --data"
      printf '%s\n' @/
    case "contacts list --farm"
      printf '%s\n' @farms
    case "contacts list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "contacts list --lang"
      printf '%s\n' he en th es zh
    case "contacts list --color"
      printf '%s\n' auto always never
    case "contacts get"
      printf '%s\n' @contacts --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "contacts get --data"
      printf '%s\n' @/
    case "contacts get --farm"
      printf '%s\n' @farms
    case "contacts get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "contacts get --lang"
      printf '%s\n' he en th es zh
    case "contacts get --color"
      printf '%s\n' auto always never
    case "contacts export"
      printf '%s\n' --q --kind --barn-id --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "contacts export --kind"
      printf '%s\n' supplier feed_supplier chick_supplier medicine_supplier customer slaughterhouse vet worker manager catcher driver electrician technician inspector authority insurance bank emergency other
    case "contacts export --barn-id"
      printf '%s\n' @barns
    case "contacts export --format"
      printf '%s\n' csv jsonl xlsx
    case "contacts export --file"
      printf '%s\n' @/
    case "contacts export --dir"
      printf '%s\n' asc desc
    case "contacts export --data"
      printf '%s\n' @/
    case "contacts export --farm"
      printf '%s\n' @farms
    case "contacts export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "contacts export --lang"
      printf '%s\n' he en th es zh
    case "contacts export --color"
      printf '%s\n' auto always never
    case "contacts create"
      printf '%s\n' --barn-id --kind --name --phone --email --company --notes --language --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "contacts create --barn-id"
      printf '%s\n' @barns
    case "contacts create --kind"
      printf '%s\n' supplier feed_supplier chick_supplier medicine_supplier customer slaughterhouse vet worker manager catcher driver electrician technician inspector authority insurance bank emergency other
    case "contacts create --language"
      printf '%s\n' he en th es zh ar ru
    case "contacts create --input"
      printf '%s\n' @/
    case "contacts create --data"
      printf '%s\n' @/
    case "contacts create --farm"
      printf '%s\n' @farms
    case "contacts create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "contacts create --lang"
      printf '%s\n' he en th es zh
    case "contacts create --color"
      printf '%s\n' auto always never
    case "contacts update"
      printf '%s\n' @contacts --barn-id --kind --name --phone --email --company --notes --language --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "contacts update --barn-id"
      printf '%s\n' @barns
    case "contacts update --kind"
      printf '%s\n' supplier feed_supplier chick_supplier medicine_supplier customer slaughterhouse vet worker manager catcher driver electrician technician inspector authority insurance bank emergency other
    case "contacts update --language"
      printf '%s\n' he en th es zh ar ru
    case "contacts update --input"
      printf '%s\n' @/
    case "contacts update --data"
      printf '%s\n' @/
    case "contacts update --farm"
      printf '%s\n' @farms
    case "contacts update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "contacts update --lang"
      printf '%s\n' he en th es zh
    case "contacts update --color"
      printf '%s\n' auto always never
    case "contacts delete"
      printf '%s\n' @contacts --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "contacts delete --data"
      printf '%s\n' @/
    case "contacts delete --farm"
      printf '%s\n' @farms
    case "contacts delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "contacts delete --lang"
      printf '%s\n' he en th es zh
    case "contacts delete --color"
      printf '%s\n' auto always never
    case "contacts import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "contacts import --rejects"
      printf '%s\n' @/
    case "contacts import --on-error"
      printf '%s\n' abort skip
    case "contacts import --on-duplicate"
      printf '%s\n' error skip update
    case "contacts import --decimal"
      printf '%s\n' . ,
    case "contacts import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "contacts import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "contacts import --format"
      printf '%s\n' csv jsonl json xlsx
    case "contacts import --data"
      printf '%s\n' @/
    case "contacts import --farm"
      printf '%s\n' @farms
    case "contacts import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "contacts import --lang"
      printf '%s\n' he en th es zh
    case "contacts import --color"
      printf '%s\n' auto always never
    case "tenders"
      printf '%s\n' list get export create update delete import --help
    case "tenders list"
      printf '%s\n' --q --status --direction --category --deadline-from --deadline-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tenders list --status"
      printf '%s\n' draft open closed awarded cancelled expired
    case "tenders list --direction"
      printf '%s\n' buy sell
    case "tenders list --category"
      printf '%s\n' feed chicks live_birds eggs medicine litter gas equipment catching transport manure services other
    case "tenders list --deadline-from"
      printf '%s\n' today yesterday today-7d
    case "tenders list --deadline-to"
      printf '%s\n' today yesterday today-7d
    case "tenders list --dir"
      printf '%s\n' asc desc
    case "tenders list --data"
      printf '%s\n' @/
    case "tenders list --farm"
      printf '%s\n' @farms
    case "tenders list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tenders list --lang"
      printf '%s\n' he en th es zh
    case "tenders list --color"
      printf '%s\n' auto always never
    case "tenders get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tenders get --data"
      printf '%s\n' @/
    case "tenders get --farm"
      printf '%s\n' @farms
    case "tenders get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tenders get --lang"
      printf '%s\n' he en th es zh
    case "tenders get --color"
      printf '%s\n' auto always never
    case "tenders export"
      printf '%s\n' --q --status --direction --category --deadline-from --deadline-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tenders export --status"
      printf '%s\n' draft open closed awarded cancelled expired
    case "tenders export --direction"
      printf '%s\n' buy sell
    case "tenders export --category"
      printf '%s\n' feed chicks live_birds eggs medicine litter gas equipment catching transport manure services other
    case "tenders export --deadline-from"
      printf '%s\n' today yesterday today-7d
    case "tenders export --deadline-to"
      printf '%s\n' today yesterday today-7d
    case "tenders export --format"
      printf '%s\n' csv jsonl xlsx
    case "tenders export --file"
      printf '%s\n' @/
    case "tenders export --dir"
      printf '%s\n' asc desc
    case "tenders export --data"
      printf '%s\n' @/
    case "tenders export --farm"
      printf '%s\n' @farms
    case "tenders export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tenders export --lang"
      printf '%s\n' he en th es zh
    case "tenders export --color"
      printf '%s\n' auto always never
    case "tenders create"
      printf '%s\n' --title --direction --category --description --quantity --unit --deadline --delivery-date --status --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tenders create --direction"
      printf '%s\n' buy sell
    case "tenders create --category"
      printf '%s\n' feed chicks live_birds eggs medicine litter gas equipment catching transport manure services other
    case "tenders create --deadline"
      printf '%s\n' today yesterday today-7d
    case "tenders create --delivery-date"
      printf '%s\n' today yesterday today-7d
    case "tenders create --status"
      printf '%s\n' draft open closed awarded cancelled expired
    case "tenders create --input"
      printf '%s\n' @/
    case "tenders create --data"
      printf '%s\n' @/
    case "tenders create --farm"
      printf '%s\n' @farms
    case "tenders create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tenders create --lang"
      printf '%s\n' he en th es zh
    case "tenders create --color"
      printf '%s\n' auto always never
    case "tenders update"
      printf '%s\n' --title --direction --category --description --quantity --unit --deadline --delivery-date --status --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tenders update --direction"
      printf '%s\n' buy sell
    case "tenders update --category"
      printf '%s\n' feed chicks live_birds eggs medicine litter gas equipment catching transport manure services other
    case "tenders update --deadline"
      printf '%s\n' today yesterday today-7d
    case "tenders update --delivery-date"
      printf '%s\n' today yesterday today-7d
    case "tenders update --status"
      printf '%s\n' draft open closed awarded cancelled expired
    case "tenders update --input"
      printf '%s\n' @/
    case "tenders update --data"
      printf '%s\n' @/
    case "tenders update --farm"
      printf '%s\n' @farms
    case "tenders update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tenders update --lang"
      printf '%s\n' he en th es zh
    case "tenders update --color"
      printf '%s\n' auto always never
    case "tenders delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "tenders delete --data"
      printf '%s\n' @/
    case "tenders delete --farm"
      printf '%s\n' @farms
    case "tenders delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tenders delete --lang"
      printf '%s\n' he en th es zh
    case "tenders delete --color"
      printf '%s\n' auto always never
    case "tenders import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tenders import --rejects"
      printf '%s\n' @/
    case "tenders import --on-error"
      printf '%s\n' abort skip
    case "tenders import --on-duplicate"
      printf '%s\n' error skip update
    case "tenders import --decimal"
      printf '%s\n' . ,
    case "tenders import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "tenders import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "tenders import --format"
      printf '%s\n' csv jsonl json xlsx
    case "tenders import --data"
      printf '%s\n' @/
    case "tenders import --farm"
      printf '%s\n' @farms
    case "tenders import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tenders import --lang"
      printf '%s\n' he en th es zh
    case "tenders import --color"
      printf '%s\n' auto always never
    case "tender-bids"
      printf '%s\n' list get export create update delete import --help
    case "tender-bids list"
      printf '%s\n' --tender-id --status --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tender-bids list --status"
      printf '%s\n' submitted shortlisted accepted rejected withdrawn
    case "tender-bids list --dir"
      printf '%s\n' asc desc
    case "tender-bids list --data"
      printf '%s\n' @/
    case "tender-bids list --farm"
      printf '%s\n' @farms
    case "tender-bids list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tender-bids list --lang"
      printf '%s\n' he en th es zh
    case "tender-bids list --color"
      printf '%s\n' auto always never
    case "tender-bids get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tender-bids get --data"
      printf '%s\n' @/
    case "tender-bids get --farm"
      printf '%s\n' @farms
    case "tender-bids get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tender-bids get --lang"
      printf '%s\n' he en th es zh
    case "tender-bids get --color"
      printf '%s\n' auto always never
    case "tender-bids export"
      printf '%s\n' --tender-id --status --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tender-bids export --status"
      printf '%s\n' submitted shortlisted accepted rejected withdrawn
    case "tender-bids export --format"
      printf '%s\n' csv jsonl xlsx
    case "tender-bids export --file"
      printf '%s\n' @/
    case "tender-bids export --dir"
      printf '%s\n' asc desc
    case "tender-bids export --data"
      printf '%s\n' @/
    case "tender-bids export --farm"
      printf '%s\n' @farms
    case "tender-bids export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tender-bids export --lang"
      printf '%s\n' he en th es zh
    case "tender-bids export --color"
      printf '%s\n' auto always never
    case "tender-bids create"
      printf '%s\n' --tender-id --supplier-name --phone --email --price --currency --delivery-date --notes --status --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tender-bids create --delivery-date"
      printf '%s\n' today yesterday today-7d
    case "tender-bids create --status"
      printf '%s\n' submitted shortlisted accepted rejected withdrawn
    case "tender-bids create --input"
      printf '%s\n' @/
    case "tender-bids create --data"
      printf '%s\n' @/
    case "tender-bids create --farm"
      printf '%s\n' @farms
    case "tender-bids create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tender-bids create --lang"
      printf '%s\n' he en th es zh
    case "tender-bids create --color"
      printf '%s\n' auto always never
    case "tender-bids update"
      printf '%s\n' --tender-id --supplier-name --phone --email --price --currency --delivery-date --notes --status --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tender-bids update --delivery-date"
      printf '%s\n' today yesterday today-7d
    case "tender-bids update --status"
      printf '%s\n' submitted shortlisted accepted rejected withdrawn
    case "tender-bids update --input"
      printf '%s\n' @/
    case "tender-bids update --data"
      printf '%s\n' @/
    case "tender-bids update --farm"
      printf '%s\n' @farms
    case "tender-bids update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tender-bids update --lang"
      printf '%s\n' he en th es zh
    case "tender-bids update --color"
      printf '%s\n' auto always never
    case "tender-bids delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "tender-bids delete --data"
      printf '%s\n' @/
    case "tender-bids delete --farm"
      printf '%s\n' @farms
    case "tender-bids delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tender-bids delete --lang"
      printf '%s\n' he en th es zh
    case "tender-bids delete --color"
      printf '%s\n' auto always never
    case "tender-bids import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "tender-bids import --rejects"
      printf '%s\n' @/
    case "tender-bids import --on-error"
      printf '%s\n' abort skip
    case "tender-bids import --on-duplicate"
      printf '%s\n' error skip update
    case "tender-bids import --decimal"
      printf '%s\n' . ,
    case "tender-bids import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "tender-bids import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "tender-bids import --format"
      printf '%s\n' csv jsonl json xlsx
    case "tender-bids import --data"
      printf '%s\n' @/
    case "tender-bids import --farm"
      printf '%s\n' @farms
    case "tender-bids import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "tender-bids import --lang"
      printf '%s\n' he en th es zh
    case "tender-bids import --color"
      printf '%s\n' auto always never
    case "market-orders"
      printf '%s\n' list get export create update delete import --help
    case "market-orders list"
      printf '%s\n' --q --status --kind --direction --need-by-date-from --need-by-date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "market-orders list --status"
      printf '%s\n' draft open negotiating confirmed fulfilled cancelled expired
    case "market-orders list --kind"
      printf '%s\n' order offer request contract
    case "market-orders list --direction"
      printf '%s\n' buy sell
    case "market-orders list --need-by-date-from"
      printf '%s\n' today yesterday today-7d
    case "market-orders list --need-by-date-to"
      printf '%s\n' today yesterday today-7d
    case "market-orders list --dir"
      printf '%s\n' asc desc
    case "market-orders list --data"
      printf '%s\n' @/
    case "market-orders list --farm"
      printf '%s\n' @farms
    case "market-orders list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "market-orders list --lang"
      printf '%s\n' he en th es zh
    case "market-orders list --color"
      printf '%s\n' auto always never
    case "market-orders get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "market-orders get --data"
      printf '%s\n' @/
    case "market-orders get --farm"
      printf '%s\n' @farms
    case "market-orders get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "market-orders get --lang"
      printf '%s\n' he en th es zh
    case "market-orders get --color"
      printf '%s\n' auto always never
    case "market-orders export"
      printf '%s\n' --q --status --kind --direction --need-by-date-from --need-by-date-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "market-orders export --status"
      printf '%s\n' draft open negotiating confirmed fulfilled cancelled expired
    case "market-orders export --kind"
      printf '%s\n' order offer request contract
    case "market-orders export --direction"
      printf '%s\n' buy sell
    case "market-orders export --need-by-date-from"
      printf '%s\n' today yesterday today-7d
    case "market-orders export --need-by-date-to"
      printf '%s\n' today yesterday today-7d
    case "market-orders export --format"
      printf '%s\n' csv jsonl xlsx
    case "market-orders export --file"
      printf '%s\n' @/
    case "market-orders export --dir"
      printf '%s\n' asc desc
    case "market-orders export --data"
      printf '%s\n' @/
    case "market-orders export --farm"
      printf '%s\n' @farms
    case "market-orders export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "market-orders export --lang"
      printf '%s\n' he en th es zh
    case "market-orders export --color"
      printf '%s\n' auto always never
    case "market-orders create"
      printf '%s\n' --kind --direction --category --title --details --quantity --unit --price --need-by-date --supplier-name --contact-id --tender-id --status --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "market-orders create --kind"
      printf '%s\n' order offer request contract
    case "market-orders create --direction"
      printf '%s\n' buy sell
    case "market-orders create --category"
      printf '%s\n' feed chicks live_birds eggs medicine litter gas equipment catching transport manure services other
    case "market-orders create --need-by-date"
      printf '%s\n' today yesterday today-7d
    case "market-orders create --contact-id"
      printf '%s\n' @contacts
    case "market-orders create --status"
      printf '%s\n' draft open negotiating confirmed fulfilled cancelled expired
    case "market-orders create --input"
      printf '%s\n' @/
    case "market-orders create --data"
      printf '%s\n' @/
    case "market-orders create --farm"
      printf '%s\n' @farms
    case "market-orders create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "market-orders create --lang"
      printf '%s\n' he en th es zh
    case "market-orders create --color"
      printf '%s\n' auto always never
    case "market-orders update"
      printf '%s\n' --kind --direction --category --title --details --quantity --unit --price --need-by-date --supplier-name --contact-id --tender-id --status --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "market-orders update --kind"
      printf '%s\n' order offer request contract
    case "market-orders update --direction"
      printf '%s\n' buy sell
    case "market-orders update --category"
      printf '%s\n' feed chicks live_birds eggs medicine litter gas equipment catching transport manure services other
    case "market-orders update --need-by-date"
      printf '%s\n' today yesterday today-7d
    case "market-orders update --contact-id"
      printf '%s\n' @contacts
    case "market-orders update --status"
      printf '%s\n' draft open negotiating confirmed fulfilled cancelled expired
    case "market-orders update --input"
      printf '%s\n' @/
    case "market-orders update --data"
      printf '%s\n' @/
    case "market-orders update --farm"
      printf '%s\n' @farms
    case "market-orders update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "market-orders update --lang"
      printf '%s\n' he en th es zh
    case "market-orders update --color"
      printf '%s\n' auto always never
    case "market-orders delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "market-orders delete --data"
      printf '%s\n' @/
    case "market-orders delete --farm"
      printf '%s\n' @farms
    case "market-orders delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "market-orders delete --lang"
      printf '%s\n' he en th es zh
    case "market-orders delete --color"
      printf '%s\n' auto always never
    case "market-orders import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "market-orders import --rejects"
      printf '%s\n' @/
    case "market-orders import --on-error"
      printf '%s\n' abort skip
    case "market-orders import --on-duplicate"
      printf '%s\n' error skip update
    case "market-orders import --decimal"
      printf '%s\n' . ,
    case "market-orders import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "market-orders import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "market-orders import --format"
      printf '%s\n' csv jsonl json xlsx
    case "market-orders import --data"
      printf '%s\n' @/
    case "market-orders import --farm"
      printf '%s\n' @farms
    case "market-orders import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "market-orders import --lang"
      printf '%s\n' he en th es zh
    case "market-orders import --color"
      printf '%s\n' auto always never
    case "users"
      printf '%s\n' list get export create update delete import invite access email --help
    case "users list"
      printf '%s\n' --q --role --status --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "users list --role"
      printf '%s\n' owner admin manager worker vet advisor accountant viewer
    case "users list --status"
      printf '%s\n' invited active suspended disabled
    case "users list --dir"
      printf '%s\n' asc desc
    case "users list --data"
      printf '%s\n' @/
    case "users list --farm"
      printf '%s\n' @farms
    case "users list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "users list --lang"
      printf '%s\n' he en th es zh
    case "users list --color"
      printf '%s\n' auto always never
    case "users get"
      printf '%s\n' @users --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "users get --data"
      printf '%s\n' @/
    case "users get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "users get --lang"
      printf '%s\n' he en th es zh
    case "users get --color"
      printf '%s\n' auto always never
    case "users export"
      printf '%s\n' --q --role --status --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "users export --role"
      printf '%s\n' owner admin manager worker vet advisor accountant viewer
    case "users export --status"
      printf '%s\n' invited active suspended disabled
    case "users export --format"
      printf '%s\n' csv jsonl xlsx
    case "users export --file"
      printf '%s\n' @/
    case "users export --dir"
      printf '%s\n' asc desc
    case "users export --data"
      printf '%s\n' @/
    case "users export --farm"
      printf '%s\n' @farms
    case "users export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "users export --lang"
      printf '%s\n' he en th es zh
    case "users export --color"
      printf '%s\n' auto always never
    case "users create"
      printf '%s\n' --name --phone --lang --status --role --set --input --profile --server --data --farm --output --fields --no-header --jq --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "users create --lang"
      printf '%s\n' he en th es zh ar ru
    case "users create --status"
      printf '%s\n' invited active suspended disabled
    case "users create --role"
      printf '%s\n' owner admin manager worker vet advisor accountant viewer
    case "users create --input"
      printf '%s\n' @/
    case "users create --data"
      printf '%s\n' @/
    case "users create --farm"
      printf '%s\n' @farms
    case "users create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "users create --color"
      printf '%s\n' auto always never
    case "users update"
      printf '%s\n' @users --name --phone --lang --status --role --set --input --if-match --profile --server --data --output --fields --no-header --jq --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "users update --lang"
      printf '%s\n' he en th es zh ar ru
    case "users update --status"
      printf '%s\n' invited active suspended disabled
    case "users update --role"
      printf '%s\n' owner admin manager worker vet advisor accountant viewer
    case "users update --input"
      printf '%s\n' @/
    case "users update --data"
      printf '%s\n' @/
    case "users update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "users update --color"
      printf '%s\n' auto always never
    case "users delete"
      printf '%s\n' @users --if-match --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "users delete --data"
      printf '%s\n' @/
    case "users delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "users delete --lang"
      printf '%s\n' he en th es zh
    case "users delete --color"
      printf '%s\n' auto always never
    case "users import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "users import --rejects"
      printf '%s\n' @/
    case "users import --on-error"
      printf '%s\n' abort skip
    case "users import --on-duplicate"
      printf '%s\n' error skip update
    case "users import --decimal"
      printf '%s\n' . ,
    case "users import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "users import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "users import --format"
      printf '%s\n' csv jsonl json xlsx
    case "users import --data"
      printf '%s\n' @/
    case "users import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "users import --lang"
      printf '%s\n' he en th es zh
    case "users import --color"
      printf '%s\n' auto always never
    case "users invite"
      printf '%s\n' --role --farms --expires --qr --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "users invite --role"
      printf '%s\n' owner admin manager worker vet advisor accountant viewer
    case "users invite --farms"
      printf '%s\n' @farms
    case "users invite --expires"
      printf '%s\n' 90d never today yesterday today-7d now-2h
    case "users invite --data"
      printf '%s\n' @/
    case "users invite --farm"
      printf '%s\n' @farms
    case "users invite --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "users invite --lang"
      printf '%s\n' he en th es zh
    case "users invite --color"
      printf '%s\n' auto always never
    case "users access"
      printf '%s\n' --role --farms --expires --revoke --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "users access --role"
      printf '%s\n' owner admin manager worker vet advisor accountant viewer
    case "users access --farms"
      printf '%s\n' @farms
    case "users access --expires"
      printf '%s\n' 90d never today yesterday today-7d now-2h
    case "users access --data"
      printf '%s\n' @/
    case "users access --farm"
      printf '%s\n' @farms
    case "users access --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "users access --lang"
      printf '%s\n' he en th es zh
    case "users access --color"
      printf '%s\n' auto always never
    case "users email"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "users email --data"
      printf '%s\n' @/
    case "users email --farm"
      printf '%s\n' @farms
    case "users email --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "users email --lang"
      printf '%s\n' he en th es zh
    case "users email --color"
      printf '%s\n' auto always never
    case "farm-access"
      printf '%s\n' list get export --help
    case "farm-access list"
      printf '%s\n' --user-id --role --status --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "farm-access list --user-id"
      printf '%s\n' @users
    case "farm-access list --role"
      printf '%s\n' owner admin manager worker vet advisor accountant viewer
    case "farm-access list --status"
      printf '%s\n' active invited revoked expired
    case "farm-access list --dir"
      printf '%s\n' asc desc
    case "farm-access list --data"
      printf '%s\n' @/
    case "farm-access list --farm"
      printf '%s\n' @farms
    case "farm-access list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "farm-access list --lang"
      printf '%s\n' he en th es zh
    case "farm-access list --color"
      printf '%s\n' auto always never
    case "farm-access get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "farm-access get --data"
      printf '%s\n' @/
    case "farm-access get --farm"
      printf '%s\n' @farms
    case "farm-access get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "farm-access get --lang"
      printf '%s\n' he en th es zh
    case "farm-access get --color"
      printf '%s\n' auto always never
    case "farm-access export"
      printf '%s\n' --user-id --role --status --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "farm-access export --user-id"
      printf '%s\n' @users
    case "farm-access export --role"
      printf '%s\n' owner admin manager worker vet advisor accountant viewer
    case "farm-access export --status"
      printf '%s\n' active invited revoked expired
    case "farm-access export --format"
      printf '%s\n' csv jsonl xlsx
    case "farm-access export --file"
      printf '%s\n' @/
    case "farm-access export --dir"
      printf '%s\n' asc desc
    case "farm-access export --data"
      printf '%s\n' @/
    case "farm-access export --farm"
      printf '%s\n' @farms
    case "farm-access export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "farm-access export --lang"
      printf '%s\n' he en th es zh
    case "farm-access export --color"
      printf '%s\n' auto always never
    case "agent-runs"
      printf '%s\n' list get export --help
    case "agent-runs list"
      printf '%s\n' --kind --status --action-type --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "agent-runs list --kind"
      printf '%s\n' ask action brain_scan digest insight automation vision
    case "agent-runs list --status"
      printf '%s\n' queued running succeeded failed cancelled suppressed
    case "agent-runs list --action-type"
      printf '%s\n' create_task complete_task create_order create_expense create_contact create_barn create_flock log_daily create_alert create_medicine create_feed_delivery set_farm_location set_barn_location navigate
    case "agent-runs list --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "agent-runs list --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "agent-runs list --dir"
      printf '%s\n' asc desc
    case "agent-runs list --data"
      printf '%s\n' @/
    case "agent-runs list --farm"
      printf '%s\n' @farms
    case "agent-runs list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "agent-runs list --lang"
      printf '%s\n' he en th es zh
    case "agent-runs list --color"
      printf '%s\n' auto always never
    case "agent-runs get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "agent-runs get --data"
      printf '%s\n' @/
    case "agent-runs get --farm"
      printf '%s\n' @farms
    case "agent-runs get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "agent-runs get --lang"
      printf '%s\n' he en th es zh
    case "agent-runs get --color"
      printf '%s\n' auto always never
    case "agent-runs export"
      printf '%s\n' --kind --status --action-type --created-at-from --created-at-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "agent-runs export --kind"
      printf '%s\n' ask action brain_scan digest insight automation vision
    case "agent-runs export --status"
      printf '%s\n' queued running succeeded failed cancelled suppressed
    case "agent-runs export --action-type"
      printf '%s\n' create_task complete_task create_order create_expense create_contact create_barn create_flock log_daily create_alert create_medicine create_feed_delivery set_farm_location set_barn_location navigate
    case "agent-runs export --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "agent-runs export --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "agent-runs export --format"
      printf '%s\n' csv jsonl xlsx
    case "agent-runs export --file"
      printf '%s\n' @/
    case "agent-runs export --dir"
      printf '%s\n' asc desc
    case "agent-runs export --data"
      printf '%s\n' @/
    case "agent-runs export --farm"
      printf '%s\n' @farms
    case "agent-runs export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "agent-runs export --lang"
      printf '%s\n' he en th es zh
    case "agent-runs export --color"
      printf '%s\n' auto always never
    case "reg-items"
      printf '%s\n' list get export create update delete import --help
    case "reg-items list"
      printf '%s\n' --q --kind --status --barn-id --due-date-from --due-date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "reg-items list --kind"
      printf '%s\n' license permit quota levy inspection sampling vaccination_report movement_permit training biosecurity waste welfare medicine_record other
    case "reg-items list --status"
      printf '%s\n' upcoming due submitted approved rejected overdue expired not_applicable
    case "reg-items list --barn-id"
      printf '%s\n' @barns
    case "reg-items list --due-date-from"
      printf '%s\n' today yesterday today-7d
    case "reg-items list --due-date-to"
      printf '%s\n' today yesterday today-7d
    case "reg-items list --dir"
      printf '%s\n' asc desc
    case "reg-items list --data"
      printf '%s\n' @/
    case "reg-items list --farm"
      printf '%s\n' @farms
    case "reg-items list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "reg-items list --lang"
      printf '%s\n' he en th es zh
    case "reg-items list --color"
      printf '%s\n' auto always never
    case "reg-items get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "reg-items get --data"
      printf '%s\n' @/
    case "reg-items get --farm"
      printf '%s\n' @farms
    case "reg-items get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "reg-items get --lang"
      printf '%s\n' he en th es zh
    case "reg-items get --color"
      printf '%s\n' auto always never
    case "reg-items export"
      printf '%s\n' --q --kind --status --barn-id --due-date-from --due-date-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "reg-items export --kind"
      printf '%s\n' license permit quota levy inspection sampling vaccination_report movement_permit training biosecurity waste welfare medicine_record other
    case "reg-items export --status"
      printf '%s\n' upcoming due submitted approved rejected overdue expired not_applicable
    case "reg-items export --barn-id"
      printf '%s\n' @barns
    case "reg-items export --due-date-from"
      printf '%s\n' today yesterday today-7d
    case "reg-items export --due-date-to"
      printf '%s\n' today yesterday today-7d
    case "reg-items export --format"
      printf '%s\n' csv jsonl xlsx
    case "reg-items export --file"
      printf '%s\n' @/
    case "reg-items export --dir"
      printf '%s\n' asc desc
    case "reg-items export --data"
      printf '%s\n' @/
    case "reg-items export --farm"
      printf '%s\n' @farms
    case "reg-items export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "reg-items export --lang"
      printf '%s\n' he en th es zh
    case "reg-items export --color"
      printf '%s\n' auto always never
    case "reg-items create"
      printf '%s\n' --title --kind --barn-id --flock-id --authority --reference-number --status --due-date --issued-date --expiry-date --completed-at --frequency --media-id --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "reg-items create --kind"
      printf '%s\n' license permit quota levy inspection sampling vaccination_report movement_permit training biosecurity waste welfare medicine_record other
    case "reg-items create --barn-id"
      printf '%s\n' @barns
    case "reg-items create --flock-id"
      printf '%s\n' @flocks
    case "reg-items create --status"
      printf '%s\n' upcoming due submitted approved rejected overdue expired not_applicable
    case "reg-items create --due-date"
      printf '%s\n' today yesterday today-7d
    case "reg-items create --issued-date"
      printf '%s\n' today yesterday today-7d
    case "reg-items create --expiry-date"
      printf '%s\n' today yesterday today-7d
    case "reg-items create --completed-at"
      printf '%s\n' today yesterday today-7d
    case "reg-items create --frequency"
      printf '%s\n' once daily weekly biweekly monthly
    case "reg-items create --input"
      printf '%s\n' @/
    case "reg-items create --data"
      printf '%s\n' @/
    case "reg-items create --farm"
      printf '%s\n' @farms
    case "reg-items create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "reg-items create --lang"
      printf '%s\n' he en th es zh
    case "reg-items create --color"
      printf '%s\n' auto always never
    case "reg-items update"
      printf '%s\n' --title --kind --barn-id --flock-id --authority --reference-number --status --due-date --issued-date --expiry-date --completed-at --frequency --media-id --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "reg-items update --kind"
      printf '%s\n' license permit quota levy inspection sampling vaccination_report movement_permit training biosecurity waste welfare medicine_record other
    case "reg-items update --barn-id"
      printf '%s\n' @barns
    case "reg-items update --flock-id"
      printf '%s\n' @flocks
    case "reg-items update --status"
      printf '%s\n' upcoming due submitted approved rejected overdue expired not_applicable
    case "reg-items update --due-date"
      printf '%s\n' today yesterday today-7d
    case "reg-items update --issued-date"
      printf '%s\n' today yesterday today-7d
    case "reg-items update --expiry-date"
      printf '%s\n' today yesterday today-7d
    case "reg-items update --completed-at"
      printf '%s\n' today yesterday today-7d
    case "reg-items update --frequency"
      printf '%s\n' once daily weekly biweekly monthly
    case "reg-items update --input"
      printf '%s\n' @/
    case "reg-items update --data"
      printf '%s\n' @/
    case "reg-items update --farm"
      printf '%s\n' @farms
    case "reg-items update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "reg-items update --lang"
      printf '%s\n' he en th es zh
    case "reg-items update --color"
      printf '%s\n' auto always never
    case "reg-items delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "reg-items delete --data"
      printf '%s\n' @/
    case "reg-items delete --farm"
      printf '%s\n' @farms
    case "reg-items delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "reg-items delete --lang"
      printf '%s\n' he en th es zh
    case "reg-items delete --color"
      printf '%s\n' auto always never
    case "reg-items import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "reg-items import --rejects"
      printf '%s\n' @/
    case "reg-items import --on-error"
      printf '%s\n' abort skip
    case "reg-items import --on-duplicate"
      printf '%s\n' error skip update
    case "reg-items import --decimal"
      printf '%s\n' . ,
    case "reg-items import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "reg-items import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "reg-items import --format"
      printf '%s\n' csv jsonl json xlsx
    case "reg-items import --data"
      printf '%s\n' @/
    case "reg-items import --farm"
      printf '%s\n' @farms
    case "reg-items import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "reg-items import --lang"
      printf '%s\n' he en th es zh
    case "reg-items import --color"
      printf '%s\n' auto always never
    case "support-tickets"
      printf '%s\n' list get export create update delete import --help
    case "support-tickets list"
      printf '%s\n' --q --status --category --priority --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "support-tickets list --status"
      printf '%s\n' open in_progress waiting_customer resolved closed
    case "support-tickets list --category"
      printf '%s\n' bug question billing device data feature access other
    case "support-tickets list --priority"
      printf '%s\n' low normal high urgent
    case "support-tickets list --dir"
      printf '%s\n' asc desc
    case "support-tickets list --data"
      printf '%s\n' @/
    case "support-tickets list --farm"
      printf '%s\n' @farms
    case "support-tickets list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "support-tickets list --lang"
      printf '%s\n' he en th es zh
    case "support-tickets list --color"
      printf '%s\n' auto always never
    case "support-tickets get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "support-tickets get --data"
      printf '%s\n' @/
    case "support-tickets get --farm"
      printf '%s\n' @farms
    case "support-tickets get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "support-tickets get --lang"
      printf '%s\n' he en th es zh
    case "support-tickets get --color"
      printf '%s\n' auto always never
    case "support-tickets export"
      printf '%s\n' --q --status --category --priority --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "support-tickets export --status"
      printf '%s\n' open in_progress waiting_customer resolved closed
    case "support-tickets export --category"
      printf '%s\n' bug question billing device data feature access other
    case "support-tickets export --priority"
      printf '%s\n' low normal high urgent
    case "support-tickets export --format"
      printf '%s\n' csv jsonl xlsx
    case "support-tickets export --file"
      printf '%s\n' @/
    case "support-tickets export --dir"
      printf '%s\n' asc desc
    case "support-tickets export --data"
      printf '%s\n' @/
    case "support-tickets export --farm"
      printf '%s\n' @farms
    case "support-tickets export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "support-tickets export --lang"
      printf '%s\n' he en th es zh
    case "support-tickets export --color"
      printf '%s\n' auto always never
    case "support-tickets create"
      printf '%s\n' --subject --body --category --priority --status --assignee --channel --lang --resolution-note --set --input --profile --server --data --farm --output --fields --no-header --jq --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "support-tickets create --category"
      printf '%s\n' bug question billing device data feature access other
    case "support-tickets create --priority"
      printf '%s\n' low normal high urgent
    case "support-tickets create --status"
      printf '%s\n' open in_progress waiting_customer resolved closed
    case "support-tickets create --channel"
      printf '%s\n' app email phone whatsapp api
    case "support-tickets create --lang"
      printf '%s\n' he en th es zh ar ru
    case "support-tickets create --input"
      printf '%s\n' @/
    case "support-tickets create --data"
      printf '%s\n' @/
    case "support-tickets create --farm"
      printf '%s\n' @farms
    case "support-tickets create --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "support-tickets create --color"
      printf '%s\n' auto always never
    case "support-tickets update"
      printf '%s\n' --subject --body --category --priority --status --assignee --channel --lang --resolution-note --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "support-tickets update --category"
      printf '%s\n' bug question billing device data feature access other
    case "support-tickets update --priority"
      printf '%s\n' low normal high urgent
    case "support-tickets update --status"
      printf '%s\n' open in_progress waiting_customer resolved closed
    case "support-tickets update --channel"
      printf '%s\n' app email phone whatsapp api
    case "support-tickets update --lang"
      printf '%s\n' he en th es zh ar ru
    case "support-tickets update --input"
      printf '%s\n' @/
    case "support-tickets update --data"
      printf '%s\n' @/
    case "support-tickets update --farm"
      printf '%s\n' @farms
    case "support-tickets update --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "support-tickets update --color"
      printf '%s\n' auto always never
    case "support-tickets delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --yes --verbose --debug-http --help
    case "support-tickets delete --data"
      printf '%s\n' @/
    case "support-tickets delete --farm"
      printf '%s\n' @farms
    case "support-tickets delete --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "support-tickets delete --lang"
      printf '%s\n' he en th es zh
    case "support-tickets delete --color"
      printf '%s\n' auto always never
    case "support-tickets import"
      printf '%s\n' @/ --dry-run --map --rejects --on-error --on-duplicate --decimal --date-format --encoding --sheet --format --again --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "support-tickets import --rejects"
      printf '%s\n' @/
    case "support-tickets import --on-error"
      printf '%s\n' abort skip
    case "support-tickets import --on-duplicate"
      printf '%s\n' error skip update
    case "support-tickets import --decimal"
      printf '%s\n' . ,
    case "support-tickets import --date-format"
      printf '%s\n' dmy mdy ymd excel
    case "support-tickets import --encoding"
      printf '%s\n' utf-8 utf-16le utf-16be windows-1252 windows-1255 windows-1256 windows-874 gb18030
    case "support-tickets import --format"
      printf '%s\n' csv jsonl json xlsx
    case "support-tickets import --data"
      printf '%s\n' @/
    case "support-tickets import --farm"
      printf '%s\n' @farms
    case "support-tickets import --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "support-tickets import --lang"
      printf '%s\n' he en th es zh
    case "support-tickets import --color"
      printf '%s\n' auto always never
    case "chat-messages"
      printf '%s\n' list get export --help
    case "chat-messages list"
      printf '%s\n' --q --thread-id --sender-type --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "chat-messages list --sender-type"
      printf '%s\n' user worker assistant system
    case "chat-messages list --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "chat-messages list --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "chat-messages list --dir"
      printf '%s\n' asc desc
    case "chat-messages list --data"
      printf '%s\n' @/
    case "chat-messages list --farm"
      printf '%s\n' @farms
    case "chat-messages list --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "chat-messages list --lang"
      printf '%s\n' he en th es zh
    case "chat-messages list --color"
      printf '%s\n' auto always never
    case "chat-messages get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "chat-messages get --data"
      printf '%s\n' @/
    case "chat-messages get --farm"
      printf '%s\n' @farms
    case "chat-messages get --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "chat-messages get --lang"
      printf '%s\n' he en th es zh
    case "chat-messages get --color"
      printf '%s\n' auto always never
    case "chat-messages export"
      printf '%s\n' --q --thread-id --sender-type --created-at-from --created-at-to --format --file --force --all --order --dir --bom --profile --server --data --farm --output --fields --no-header --lang --color --no-pager --timeout --max-wait --verbose --debug-http --help
    case "chat-messages export --sender-type"
      printf '%s\n' user worker assistant system
    case "chat-messages export --created-at-from"
      printf '%s\n' today yesterday today-7d now-2h
    case "chat-messages export --created-at-to"
      printf '%s\n' today yesterday today-7d now-2h
    case "chat-messages export --format"
      printf '%s\n' csv jsonl xlsx
    case "chat-messages export --file"
      printf '%s\n' @/
    case "chat-messages export --dir"
      printf '%s\n' asc desc
    case "chat-messages export --data"
      printf '%s\n' @/
    case "chat-messages export --farm"
      printf '%s\n' @farms
    case "chat-messages export --output"
      printf '%s\n' table tsv json jsonl csv yaml
    case "chat-messages export --lang"
      printf '%s\n' he en th es zh
    case "chat-messages export --color"
      printf '%s\n' auto always never
  end
end
function __farmctl_candidates
  set -l state $HOME/.local/state
  set -q XDG_STATE_HOME; and set state $XDG_STATE_HOME
  for word in (__farmctl_words $argv)
    if test "$word" = @/
      __fish_complete_path (commandline -ct)
    else if string match -q -- '@*' $word
      cat $state/farmctl/names/(string sub -s 2 -- $word) 2> /dev/null
    else if not string match -q -- '-*' $word; or string match -q -- '-*' (commandline -ct)
      # Where only flags may follow, fish would insert the dashes that all of them begin with.
      echo $word
    end
  end
end
function __farmctl_complete
  set -l place
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and continue
    test -n "$(__farmctl_words $place $word)"; and set -a place $word
  end
  set -l previous (commandline -opc)[-1]
  test "$previous" = -o; and set previous --output
  set -l assigned (string match -r -- '^--[^=]+(?==)' (commandline -ct))
  if test -n "$assigned"
    for word in (__farmctl_candidates $place $assigned)
      echo $assigned=$word
    end
  else if string match -q -- '--*' $previous; and test -n "$(__farmctl_words $place $previous)"
    __farmctl_candidates $place $previous
  else
    __farmctl_candidates $place
  end
end
complete -c farmctl -f -a '(__farmctl_complete)'

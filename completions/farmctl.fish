# Completion of farmctl, generated from its commands.
function __farmctl_words
  switch "$argv"
    case ""
      printf '%s\n' init demo serve backup restore doctor digest context insights gaps portfolio activity search setup brain cameras vision ask chat mcp act undo auth profile config keys webhook audit me resources capabilities openapi api os completion help farms barns flocks daily-logs alerts tasks task-comments field-reports events media devices integrations env-readings vision-events controller-commands automations feed-deliveries feed-orders expenses sales treatments medicine contacts tenders tender-bids market-orders users farm-access agent-runs reg-items support-tickets chat-messages --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "init"
      printf '%s\n' --organisation --timezone --language --farm-name --latitude --longitude --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "demo"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "serve"
      printf '%s\n' --host --port --database --mock --seed --now --fault --log-level --public-metrics --trust-proxy --weather-url --no-weather --no-brain --allow-host --backup-dir --backup-at --backup-keep --json --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "backup"
      printf '%s\n' --database --run --force --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "restore"
      printf '%s\n' --database --run --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "doctor"
      printf '%s\n' --deep --database --exit-status --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "digest"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "context"
      printf '%s\n' --depth --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "insights"
      printf '%s\n' --include --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "gaps"
      printf '%s\n' --exit-status --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "portfolio"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "activity"
      printf '%s\n' --min-score --kinds --from --to --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "search"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "setup"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "brain"
      printf '%s\n' scan --help
    case "brain scan"
      printf '%s\n' --all --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "cameras"
      printf '%s\n' list adopt token --help
    case "cameras list"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "cameras adopt"
      printf '%s\n' --barn --name --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "cameras token"
      printf '%s\n' --token-only --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "vision"
      printf '%s\n' push simulate --help
    case "vision push"
      printf '%s\n' --integration --token-file --resume --rejects --follow --concurrency --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "vision simulate"
      printf '%s\n' --barn --source --hours --until --seed --age --birds --breed --bias --drift --broken --lines --from-api --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "ask"
      printf '%s\n' --execute --explain --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "chat"
      printf '%s\n' --execute --explain --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "mcp"
      printf '%s\n' --http --host --port --allow-host --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "act"
      printf '%s\n' create_task complete_task create_order create_expense create_contact create_barn create_flock log_daily create_alert create_medicine create_feed_delivery set_farm_location set_barn_location navigate --help
    case "act create_task"
      printf '%s\n' --title --assignee --priority --details --barn-id --due-date --frequency --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "act create_task --priority"
      printf '%s\n' low normal high urgent
    case "act create_task --frequency"
      printf '%s\n' once daily weekly biweekly monthly
    case "act complete_task"
      printf '%s\n' --task-id --title --note --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "act create_order"
      printf '%s\n' --quantity-kg --feed-type --supplier-id --due-date --price-per-ton --title --category --quantity --unit --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "act create_expense"
      printf '%s\n' --date --amount --category --description --flock-id --barn-id --supplier-id --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "act create_contact"
      printf '%s\n' --name --kind --phone --email --company --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "act create_barn"
      printf '%s\n' --name --capacity --area-sqm --barn-type --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "act create_flock"
      printf '%s\n' --barn-id --placement-date --breed --chicks-received --price-per-chick --target-weight-kg --code --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "act log_daily"
      printf '%s\n' --flock-id --barn-id --date --mortality --culls --feed-kg --water-l --avg-weight-gr --eggs --eggs-broken --temp-min --temp-max --humidity --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "act create_alert"
      printf '%s\n' --title --severity --category --barn-id --flock-id --message --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "act create_alert --severity"
      printf '%s\n' info warning critical
    case "act create_medicine"
      printf '%s\n' --name --kind --quantity --unit --expiry-date --min-quantity --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "act create_feed_delivery"
      printf '%s\n' --quantity-kg --date --feed-type --flock-id --price-per-ton --supplier-id --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "act set_farm_location"
      printf '%s\n' --latitude --longitude --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "act set_barn_location"
      printf '%s\n' --barn-id --latitude --longitude --heading-deg --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "act navigate"
      printf '%s\n' --path --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "undo"
      printf '%s\n' list --help
    case "undo list"
      printf '%s\n' --type --undone --limit --all --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "undo list --type"
      printf '%s\n' create_task complete_task create_order create_expense create_contact create_barn create_flock log_daily create_alert create_medicine create_feed_delivery set_farm_location set_barn_location navigate
    case "auth"
      printf '%s\n' login status logout --help
    case "auth login"
      printf '%s\n' --key-stdin --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "auth status"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "auth logout"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "profile"
      printf '%s\n' list use add remove --help
    case "profile list"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "profile use"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "profile add"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "profile remove"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "config"
      printf '%s\n' get list explain path set unset --help
    case "config get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "config list"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "config explain"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "config path"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "config set"
      printf '%s\n' --all-profiles --stdin --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "config unset"
      printf '%s\n' --all-profiles --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "keys"
      printf '%s\n' list get create update revoke --help
    case "keys list"
      printf '%s\n' --limit --all --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "keys get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "keys create"
      printf '%s\n' --scope --farms --rate-limit --expires --key-only --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "keys update"
      printf '%s\n' --name --rate-limit --expires --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "keys revoke"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "webhook"
      printf '%s\n' add list get update remove test deliveries resend replay rotate listen trigger verify --help
    case "webhook add"
      printf '%s\n' --events --farm --description --ordered --secret-only --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "webhook add --events"
      printf '%s\n' all alert.created alert.critical alert.resolved task.created task.completed field_report.created field_report.question field_report.critical flock.placed flock.closed daily_log.created sale.created expense.created feed.delivered media.analyzed gap.detected brain.scan
    case "webhook list"
      printf '%s\n' --limit --all --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "webhook get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "webhook update"
      printf '%s\n' --url --events --farm --all-farms --description --ordered --enabled --replay --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "webhook update --events"
      printf '%s\n' all alert.created alert.critical alert.resolved task.created task.completed field_report.created field_report.question field_report.critical flock.placed flock.closed daily_log.created sale.created expense.created feed.delivered media.analyzed gap.detected brain.scan
    case "webhook remove"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "webhook test"
      printf '%s\n' --wait --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "webhook deliveries"
      printf '%s\n' get --state --event --from --to --limit --all --help
    case "webhook deliveries --state"
      printf '%s\n' pending leased delivered exhausted held cancelled
    case "webhook deliveries --event"
      printf '%s\n' alert.created alert.critical alert.resolved task.created task.completed field_report.created field_report.question field_report.critical flock.placed flock.closed daily_log.created sale.created expense.created feed.delivered media.analyzed gap.detected brain.scan
    case "webhook deliveries get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "webhook resend"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "webhook replay"
      printf '%s\n' --from --to --events --missing --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "webhook replay --events"
      printf '%s\n' all alert.created alert.critical alert.resolved task.created task.completed field_report.created field_report.question field_report.critical flock.placed flock.closed daily_log.created sale.created expense.created feed.delivered media.analyzed gap.detected brain.scan
    case "webhook rotate"
      printf '%s\n' --grace --finish --secret-only --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "webhook listen"
      printf '%s\n' --forward-to --events --farm --secret-file --print-secret --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "webhook listen --events"
      printf '%s\n' all alert.created alert.critical alert.resolved task.created task.completed field_report.created field_report.question field_report.critical flock.placed flock.closed daily_log.created sale.created expense.created feed.delivered media.analyzed gap.detected brain.scan
    case "webhook trigger"
      printf '%s\n' alert.created alert.critical alert.resolved task.created task.completed field_report.created field_report.question field_report.critical flock.placed flock.closed daily_log.created sale.created expense.created feed.delivered media.analyzed gap.detected brain.scan --url --webhook --secret-file --set --farm --print --profile --server --data --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "webhook verify"
      printf '%s\n' --secret-file --header --body --tolerance --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "audit"
      printf '%s\n' list verify --help
    case "audit list"
      printf '%s\n' --key-id --method --path --status --from --to --limit --all --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "audit verify"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "me"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "resources"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "capabilities"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "openapi"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "api"
      printf '%s\n' --query --send-header --set --input --include --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "os"
      printf '%s\n' --query --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "completion"
      printf '%s\n' bash zsh fish --help
    case "completion bash"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "completion zsh"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "completion fish"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "help"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "farms"
      printf '%s\n' list get create update delete --help
    case "farms list"
      printf '%s\n' --q --vertical --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "farms list --dir"
      printf '%s\n' asc desc
    case "farms get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "farms create"
      printf '%s\n' --name --vertical --location --latitude --longitude --area-dunam --currency --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "farms update"
      printf '%s\n' --name --vertical --location --latitude --longitude --area-dunam --currency --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "farms delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "barns"
      printf '%s\n' list get create update delete --help
    case "barns list"
      printf '%s\n' --q --status --barn-type --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "barns list --dir"
      printf '%s\n' asc desc
    case "barns get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "barns create"
      printf '%s\n' --name --capacity --area-sqm --barn-type --controller --status --notes --latitude --longitude --heading-deg --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "barns update"
      printf '%s\n' --name --capacity --area-sqm --barn-type --controller --status --notes --latitude --longitude --heading-deg --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "barns delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "flocks"
      printf '%s\n' list get create update delete --help
    case "flocks list"
      printf '%s\n' --q --status --barn-id --breed --batch-code --placement-date-from --placement-date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "flocks list --dir"
      printf '%s\n' asc desc
    case "flocks get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "flocks create"
      printf '%s\n' --barn-id --code --breed --chicks-ordered --chicks-received --order-total --arrival-age-days --placement-date --price-per-chick --target-weight-kg --planned-market-date --status --supplier-id --batch-code --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "flocks update"
      printf '%s\n' --barn-id --code --breed --chicks-ordered --chicks-received --order-total --arrival-age-days --placement-date --price-per-chick --target-weight-kg --planned-market-date --status --supplier-id --batch-code --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "flocks delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "daily-logs"
      printf '%s\n' list get create update delete --help
    case "daily-logs list"
      printf '%s\n' --flock-id --date-from --date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "daily-logs list --dir"
      printf '%s\n' asc desc
    case "daily-logs get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "daily-logs create"
      printf '%s\n' --flock-id --date --age-days --mortality --culls --eggs --eggs-broken --avg-weight-gr --feed-kg --water-l --temp-min --temp-max --temp-avg --humidity --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "daily-logs update"
      printf '%s\n' --flock-id --date --age-days --mortality --culls --eggs --eggs-broken --avg-weight-gr --feed-kg --water-l --temp-min --temp-max --temp-avg --humidity --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "daily-logs delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "alerts"
      printf '%s\n' list get create update delete --help
    case "alerts list"
      printf '%s\n' --q --status --severity --category --barn-id --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "alerts list --dir"
      printf '%s\n' asc desc
    case "alerts get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "alerts create"
      printf '%s\n' --barn-id --flock-id --severity --category --title --message --status --resolution-note --feedback --feedback-note --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "alerts update"
      printf '%s\n' --barn-id --flock-id --severity --category --title --message --status --resolution-note --feedback --feedback-note --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "alerts delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "tasks"
      printf '%s\n' list get create update delete --help
    case "tasks list"
      printf '%s\n' --q --status --priority --assignee --barn-id --frequency --due-date-from --due-date-to --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "tasks list --dir"
      printf '%s\n' asc desc
    case "tasks get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "tasks create"
      printf '%s\n' --barn-id --title --details --assignee --priority --status --due-date --frequency --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "tasks update"
      printf '%s\n' --barn-id --title --details --assignee --priority --status --due-date --frequency --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "tasks delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "task-comments"
      printf '%s\n' list get create update delete --help
    case "task-comments list"
      printf '%s\n' --task-id --kind --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "task-comments list --dir"
      printf '%s\n' asc desc
    case "task-comments get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "task-comments create"
      printf '%s\n' --task-id --kind --text --author-name --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "task-comments update"
      printf '%s\n' --task-id --kind --text --author-name --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "task-comments delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "field-reports"
      printf '%s\n' list get create update delete --help
    case "field-reports list"
      printf '%s\n' --q --status --severity --category --is-question --source --barn-id --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "field-reports list --dir"
      printf '%s\n' asc desc
    case "field-reports get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "field-reports create"
      printf '%s\n' --barn-id --flock-id --raw-text --source --lang --author-name --category --severity --summary-he --is-question --status --reply-text --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --color --timeout --max-wait --yes --verbose --debug-http --help
    case "field-reports update"
      printf '%s\n' --barn-id --flock-id --raw-text --source --lang --author-name --category --severity --summary-he --is-question --status --reply-text --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --color --timeout --max-wait --yes --verbose --debug-http --help
    case "field-reports delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "events"
      printf '%s\n' list get create update delete tail --help
    case "events list"
      printf '%s\n' --q --kind --barn-id --flock-id --ts-from --ts-to --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "events list --dir"
      printf '%s\n' asc desc
    case "events get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "events create"
      printf '%s\n' --barn-id --flock-id --kind --title --details --ts --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "events update"
      printf '%s\n' --barn-id --flock-id --kind --title --details --ts --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "events delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "events tail"
      printf '%s\n' --events --since --count --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "events tail --events"
      printf '%s\n' all alert.created alert.critical alert.resolved task.created task.completed field_report.created field_report.question field_report.critical flock.placed flock.closed daily_log.created sale.created expense.created feed.delivered media.analyzed gap.detected brain.scan
    case "media"
      printf '%s\n' list get create update delete --help
    case "media list"
      printf '%s\n' --q --category --barn-id --flock-id --ai-severity --source --kind --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "media list --dir"
      printf '%s\n' asc desc
    case "media get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "media create"
      printf '%s\n' --barn-id --flock-id --device-id --contact-id --name --description --category --tags --kind --source --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "media update"
      printf '%s\n' --barn-id --flock-id --device-id --contact-id --name --description --category --tags --kind --source --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "media delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "devices"
      printf '%s\n' list get create update delete --help
    case "devices list"
      printf '%s\n' --q --kind --status --barn-id --source-key --vendor --protocol --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "devices list --dir"
      printf '%s\n' asc desc
    case "devices get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "devices create"
      printf '%s\n' --barn-id --kind --model --status --installed-at --notes --name --vendor --protocol --stream-url --capabilities --source-key --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "devices update"
      printf '%s\n' --barn-id --kind --model --status --installed-at --notes --name --vendor --protocol --stream-url --capabilities --source-key --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "devices delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "integrations"
      printf '%s\n' list get create update delete --help
    case "integrations list"
      printf '%s\n' --q --kind --status --vendor --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "integrations list --dir"
      printf '%s\n' asc desc
    case "integrations get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "integrations create"
      printf '%s\n' --barn-id --name --kind --vendor --endpoint --auth-ref --poll-minutes --status --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "integrations update"
      printf '%s\n' --barn-id --name --kind --vendor --endpoint --auth-ref --poll-minutes --status --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "integrations delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "env-readings"
      printf '%s\n' list get create update delete --help
    case "env-readings list"
      printf '%s\n' --barn-id --source --ts-from --ts-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "env-readings list --dir"
      printf '%s\n' asc desc
    case "env-readings get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "env-readings create"
      printf '%s\n' --barn-id --ts --temp --humidity --co2 --nh3 --water-l --feed-kg --source --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "env-readings update"
      printf '%s\n' --barn-id --ts --temp --humidity --co2 --nh3 --water-l --feed-kg --source --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "env-readings delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "vision-events"
      printf '%s\n' list get create update delete --help
    case "vision-events list"
      printf '%s\n' --kind --source --barn-id --ts-from --ts-to --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "vision-events list --dir"
      printf '%s\n' asc desc
    case "vision-events get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "vision-events create"
      printf '%s\n' --barn-id --device-id --kind --value --unit --source --confidence --meta --ts --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "vision-events update"
      printf '%s\n' --barn-id --device-id --kind --value --unit --source --confidence --meta --ts --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "vision-events delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "controller-commands"
      printf '%s\n' list get create update delete --help
    case "controller-commands list"
      printf '%s\n' --status --barn-id --mode --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "controller-commands list --dir"
      printf '%s\n' asc desc
    case "controller-commands get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "controller-commands create"
      printf '%s\n' --barn-id --integration-id --device-id --command --params --mode --status --requested-by --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "controller-commands update"
      printf '%s\n' --barn-id --integration-id --device-id --command --params --mode --status --requested-by --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "controller-commands delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "automations"
      printf '%s\n' list get create update delete --help
    case "automations list"
      printf '%s\n' --enabled --barn-id --device-kind --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "automations list --dir"
      printf '%s\n' asc desc
    case "automations get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "automations create"
      printf '%s\n' --barn-id --name --device-kind --mode --trigger --action --enabled --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "automations update"
      printf '%s\n' --barn-id --name --device-kind --mode --trigger --action --enabled --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "automations delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "feed-deliveries"
      printf '%s\n' list get create update delete --help
    case "feed-deliveries list"
      printf '%s\n' --feed-type --flock-id --supplier-id --date-from --date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "feed-deliveries list --dir"
      printf '%s\n' asc desc
    case "feed-deliveries get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "feed-deliveries create"
      printf '%s\n' --flock-id --date --feed-type --quantity-kg --price-per-ton --total-cost --supplier-id --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "feed-deliveries update"
      printf '%s\n' --flock-id --date --feed-type --quantity-kg --price-per-ton --total-cost --supplier-id --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "feed-deliveries delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "feed-orders"
      printf '%s\n' list get create update delete --help
    case "feed-orders list"
      printf '%s\n' --status --feed-type --due-date-from --due-date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "feed-orders list --dir"
      printf '%s\n' asc desc
    case "feed-orders get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "feed-orders create"
      printf '%s\n' --flock-id --feed-type --quantity-kg --supplier-id --status --order-date --due-date --delivered-at --price-per-ton --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "feed-orders update"
      printf '%s\n' --flock-id --feed-type --quantity-kg --supplier-id --status --order-date --due-date --delivered-at --price-per-ton --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "feed-orders delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "expenses"
      printf '%s\n' list get create update delete --help
    case "expenses list"
      printf '%s\n' --q --category --flock-id --date-from --date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "expenses list --dir"
      printf '%s\n' asc desc
    case "expenses get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "expenses create"
      printf '%s\n' --flock-id --barn-id --date --category --description --amount --supplier-id --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "expenses update"
      printf '%s\n' --flock-id --barn-id --date --category --description --amount --supplier-id --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "expenses delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "sales"
      printf '%s\n' list get create update delete --help
    case "sales list"
      printf '%s\n' --flock-id --customer-id --date-from --date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "sales list --dir"
      printf '%s\n' asc desc
    case "sales get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "sales create"
      printf '%s\n' --flock-id --customer-id --date --birds-count --total-weight-kg --price-per-kg --total-amount --condemned-count --condemned-kg --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "sales update"
      printf '%s\n' --flock-id --customer-id --date --birds-count --total-weight-kg --price-per-kg --total-amount --condemned-count --condemned-kg --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "sales delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "treatments"
      printf '%s\n' list get create update delete --help
    case "treatments list"
      printf '%s\n' --flock-id --kind --date-from --date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "treatments list --dir"
      printf '%s\n' asc desc
    case "treatments get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "treatments create"
      printf '%s\n' --flock-id --date --kind --product --reason --cost --vet-name --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "treatments update"
      printf '%s\n' --flock-id --date --kind --product --reason --cost --vet-name --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "treatments delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "medicine"
      printf '%s\n' list get create update delete --help
    case "medicine list"
      printf '%s\n' --q --kind --expiry-date-from --expiry-date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "medicine list --dir"
      printf '%s\n' asc desc
    case "medicine get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "medicine create"
      printf '%s\n' --name --kind --quantity --unit --expiry-date --batch-number --min-quantity --supplier-id --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "medicine update"
      printf '%s\n' --name --kind --quantity --unit --expiry-date --batch-number --min-quantity --supplier-id --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "medicine delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "contacts"
      printf '%s\n' list get create update delete --help
    case "contacts list"
      printf '%s\n' --q --kind --barn-id --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "contacts list --dir"
      printf '%s\n' asc desc
    case "contacts get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "contacts create"
      printf '%s\n' --barn-id --kind --name --phone --email --company --notes --language --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "contacts update"
      printf '%s\n' --barn-id --kind --name --phone --email --company --notes --language --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "contacts delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "tenders"
      printf '%s\n' list get create update delete --help
    case "tenders list"
      printf '%s\n' --q --status --direction --category --deadline-from --deadline-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "tenders list --dir"
      printf '%s\n' asc desc
    case "tenders get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "tenders create"
      printf '%s\n' --title --direction --category --description --quantity --unit --deadline --delivery-date --status --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "tenders update"
      printf '%s\n' --title --direction --category --description --quantity --unit --deadline --delivery-date --status --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "tenders delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "tender-bids"
      printf '%s\n' list get create update delete --help
    case "tender-bids list"
      printf '%s\n' --tender-id --status --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "tender-bids list --dir"
      printf '%s\n' asc desc
    case "tender-bids get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "tender-bids create"
      printf '%s\n' --tender-id --supplier-name --phone --email --price --currency --delivery-date --notes --status --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "tender-bids update"
      printf '%s\n' --tender-id --supplier-name --phone --email --price --currency --delivery-date --notes --status --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "tender-bids delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "market-orders"
      printf '%s\n' list get create update delete --help
    case "market-orders list"
      printf '%s\n' --q --status --kind --direction --need-by-date-from --need-by-date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "market-orders list --dir"
      printf '%s\n' asc desc
    case "market-orders get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "market-orders create"
      printf '%s\n' --kind --direction --category --title --details --quantity --unit --price --need-by-date --supplier-name --contact-id --tender-id --status --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "market-orders update"
      printf '%s\n' --kind --direction --category --title --details --quantity --unit --price --need-by-date --supplier-name --contact-id --tender-id --status --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "market-orders delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "users"
      printf '%s\n' list get create update delete --help
    case "users list"
      printf '%s\n' --q --role --status --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "users list --dir"
      printf '%s\n' asc desc
    case "users get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "users create"
      printf '%s\n' --name --phone --lang --status --role --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --color --timeout --max-wait --yes --verbose --debug-http --help
    case "users update"
      printf '%s\n' --name --phone --lang --status --role --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --color --timeout --max-wait --yes --verbose --debug-http --help
    case "users delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "farm-access"
      printf '%s\n' list get --help
    case "farm-access list"
      printf '%s\n' --user-id --role --status --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "farm-access list --dir"
      printf '%s\n' asc desc
    case "farm-access get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "agent-runs"
      printf '%s\n' list get --help
    case "agent-runs list"
      printf '%s\n' --kind --status --action-type --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "agent-runs list --dir"
      printf '%s\n' asc desc
    case "agent-runs get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "reg-items"
      printf '%s\n' list get create update delete --help
    case "reg-items list"
      printf '%s\n' --q --kind --status --barn-id --due-date-from --due-date-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "reg-items list --dir"
      printf '%s\n' asc desc
    case "reg-items get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "reg-items create"
      printf '%s\n' --title --kind --barn-id --flock-id --authority --reference-number --status --due-date --issued-date --expiry-date --completed-at --frequency --media-id --notes --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "reg-items update"
      printf '%s\n' --title --kind --barn-id --flock-id --authority --reference-number --status --due-date --issued-date --expiry-date --completed-at --frequency --media-id --notes --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "reg-items delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "support-tickets"
      printf '%s\n' list get create update delete --help
    case "support-tickets list"
      printf '%s\n' --q --status --category --priority --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "support-tickets list --dir"
      printf '%s\n' asc desc
    case "support-tickets get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "support-tickets create"
      printf '%s\n' --subject --body --category --priority --status --assignee --channel --lang --resolution-note --set --input --profile --server --data --farm --output --fields --no-header --jq --fail-empty --color --timeout --max-wait --yes --verbose --debug-http --help
    case "support-tickets update"
      printf '%s\n' --subject --body --category --priority --status --assignee --channel --lang --resolution-note --set --input --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --color --timeout --max-wait --yes --verbose --debug-http --help
    case "support-tickets delete"
      printf '%s\n' --if-match --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "chat-messages"
      printf '%s\n' list get --help
    case "chat-messages list"
      printf '%s\n' --q --thread-id --sender-type --created-at-from --created-at-to --limit --all --order --dir --offset --cursor --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
    case "chat-messages list --dir"
      printf '%s\n' asc desc
    case "chat-messages get"
      printf '%s\n' --profile --server --data --farm --output --fields --no-header --jq --fail-empty --lang --color --timeout --max-wait --yes --verbose --debug-http --help
  end
end
function __farmctl_complete
  set -l place
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and continue
    test -n "$(__farmctl_words $place $word)"; and set -a place $word
  end
  set -l previous (commandline -opc)[-1]
  if string match -q -- '--*' $previous; and test -n "$(__farmctl_words $place $previous)"
    __farmctl_words $place $previous
  else
    __farmctl_words $place
  end
end
complete -c farmctl -f -a '(__farmctl_complete)'

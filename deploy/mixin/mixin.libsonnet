// floatwatch for those who keep their monitoring in jsonnet (0.18 or later): the committed files, and nothing else.
//
// Make the rules from your own configuration first: floatwatch rules --config.file floatwatch.yaml
local rules = std.parseYaml(importstr '../../config/prometheus/floatwatch.rules.yml');
local has(group, kind) = std.length([rule for rule in group.rules if std.objectHas(rule, kind)]) > 0;

{
  prometheusAlerts+:: { groups+: [group for group in rules.groups if has(group, 'alert')] },
  prometheusRules+:: { groups+: [group for group in rules.groups if !has(group, 'alert')] },
  grafanaDashboardFolder:: 'floatwatch',
  grafanaDashboards+:: {
    'float-overview.json': import '../../grafana/dashboards/float-overview.json',
    'floatwatch-itself.json': import '../../grafana/dashboards/floatwatch-itself.json',
    'payment-options.json': import '../../grafana/dashboards/payment-options.json',
    'wallet.json': import '../../grafana/dashboards/wallet.json',
  },
}

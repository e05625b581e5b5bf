// floatwatch for those who keep their monitoring in jsonnet: the committed files, and nothing else.
//
// rules.json is what "floatwatch rules" prints, as JSON, because not every jsonnet reads YAML's block texts. Make it
// from your own configuration first:
//
//   floatwatch rules --json --config.file floatwatch.yaml >deploy/mixin/rules.json
{
  // Recordings stand in the same group as the alerts that read them, and before them: kept together here.
  prometheusAlerts+:: import 'rules.json',
  grafanaDashboardFolder:: 'floatwatch',
  grafanaDashboards+:: {
    'float-overview.json': import '../../grafana/dashboards/float-overview.json',
    'floatwatch-itself.json': import '../../grafana/dashboards/floatwatch-itself.json',
    'payment-options.json': import '../../grafana/dashboards/payment-options.json',
    'wallet.json': import '../../grafana/dashboards/wallet.json',
  },
}

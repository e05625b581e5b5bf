// What surrounds the panels: variables, links, annotations.
import { testRules } from './rules.ts';

testRules({
  'K11 annotations have an end, and are shown on panels of their own wallets only': {
    objects: ({ annotations: { list = [] }, panels }) =>
      list.flatMap(({ name, target, filter }) => {
        const titles = panels.filter(({ id }) => filter?.ids.includes(id)).map(({ title }) => title);
        return [
          ...(/coalesce\(\w+, now\(\)\) as timeend/.test(target?.rawSql ?? '')
            ? []
            : [`${name}: an end may be missing`]),
          ...(filter?.exclude === false &&
          titles.length > 0 &&
          !titles.some((title) => title?.includes('$currency'))
            ? []
            : [`${name}: on ${titles.join()}`]),
        ];
      }),
    spoil: (dashboard) => {
      dashboard.annotations.list = [{ name: 'Everywhere' }];
    },
  },

  'K14 All is what there is of floatwatch, not everything that Prometheus scrapes': {
    objects: ({ templating }) =>
      templating.list.filter(({ allValue }) => allValue !== undefined).map(({ name }) => name),
    spoil: ({ templating }) => {
      templating.list[0]!.allValue = '.+';
    },
  },

  'K15 links are in sight, and lead to the other dashboards, the page and the runbook': {
    objects: ({ links }) => [
      ...links.filter(({ placement }) => placement !== undefined).map(({ title }) => `${title} is in a menu`),
      ...['$floatwatch', '$floatwatch/runbook']
        .filter((url) => !links.some((link) => link.url === url))
        .map((url) => `no link to ${url}`),
    ],
    spoil: ({ links }) => {
      links[0]!.placement = 'inControlsMenu';
    },
  },

  'K16 data sources are chosen at first, and links between dashboards take them along': {
    objects: (dashboard) => [
      ...dashboard.templating.list
        .filter(
          ({ type, current }) => type === 'datasource' && !String(current?.value).startsWith('floatwatch-'),
        )
        .map(({ name }) => `${name} is whichever comes first`),
      ...[...JSON.stringify(dashboard).matchAll(/"url":"(\/d\/[^"]*)"/g)]
        .map(([, url = '']) => url)
        .filter(
          (url) =>
            !['prometheus_datasource', 'postgres_datasource', 'job'].every((name) =>
              url.includes(`\${${name}:queryparam}`),
            ),
        ),
    ],
    spoil: (dashboard) => {
      for (const variable of dashboard.templating.list) delete variable.current;
    },
  },

  'K18 the wallet dashboard opens on a payout wallet': {
    objects: ({ templating }) =>
      templating.list
        .filter(({ name, current }) => name === 'wallet_type' && current?.value !== 'MERCHANT_PAYOUT')
        .map(({ name }) => name),
    spoil: ({ templating }) => {
      templating.list.push({ type: 'query', name: 'wallet_type', query: '' });
    },
  },
});

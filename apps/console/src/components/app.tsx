import { LocationProvider, Route, Router } from 'preact-iso';
import { HOME, PATHS } from '../routes.js';
import { isOnline, session, signOut } from '../session.js';
import { Accounts } from './accounts.js';
import { Assets } from './assets.js';
import { Audit } from './audit.js';
import { Keys } from './keys.js';
import { MainNav } from './main-nav.js';
import { Name } from './name.js';
import { NotFound } from './not-found.js';
import { onDemand } from './on-demand.js';
import { Prices } from './prices.js';
import { PublicationPage } from './publication.js';
import { SignIn } from './sign-in.js';
import { Units } from './units.js';
import { Unmatched } from './unmatched.js';
import { WebhookPage } from './webhook.js';
import { Webhooks } from './webhooks.js';

const Maps = onDemand(async () => (await import('./maps.js')).Maps);
const CatalogPage = onDemand(async () => (await import('./catalog-page.js')).CatalogPage);
const Processes = onDemand(async () => (await import('./processes.js')).Processes);
const References = onDemand(async () => (await import('./references.js')).References);
const Merchandising = onDemand(async () => (await import('./merchandising.js')).Merchandising);
const MapWorkbench = onDemand(async () => (await import('./map-workbench.js')).MapWorkbench);
const PriceChart = onDemand(async () => (await import('./price-chart.js')).PriceChart);
const UnitPrices = onDemand(async () => (await import('./unit-prices.js')).UnitPrices);

export function App() {
  if (!session.value) return <SignIn />;
  const { key } = session.value;
  return (
    <LocationProvider scope={HOME}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="bar">
        <a class="brand" href={HOME}>
          Console
        </a>
        <MainNav />
        <span class="who">
          <Name>{key.name}</Name>
          {key.is_read_only && <small class="tag">read only</small>}
        </span>
        <button type="button" class="plain" onClick={() => signOut()}>
          Sign out
        </button>
      </header>
      {!isOnline.value && (
        <p class="offline" role="status">
          The connection is lost. What you see may be out of date.
        </p>
      )}
      <main id="content" tabIndex={-1}>
        <Router>
          <Route path={PATHS.assets} component={Assets} />
          <Route path={PATHS.processes} component={Processes} />
          <Route path={PATHS.process} component={Prices} />
          <Route path={PATHS.units} component={Units} />
          <Route path={PATHS.catalog} component={CatalogPage} />
          <Route path={PATHS.references} component={References} />
          <Route path={PATHS.merchandising} component={Merchandising} />
          <Route path={PATHS.maps} component={Maps} />
          <Route path={PATHS.map} component={MapWorkbench} />
          <Route path={PATHS.unmatched} component={Unmatched} />
          <Route path={PATHS.chart} component={PriceChart} />
          <Route path={PATHS.unitPrices} component={UnitPrices} />
          <Route path={PATHS.publication} component={PublicationPage} />
          <Route path={PATHS.accounts} component={Accounts} />
          <Route path={PATHS.keys} component={Keys} />
          <Route path={PATHS.webhooks} component={Webhooks} />
          <Route path={PATHS.webhook} component={WebhookPage} />
          <Route path={PATHS.audit} component={Audit} />
          <Route default component={NotFound} />
        </Router>
      </main>
    </LocationProvider>
  );
}

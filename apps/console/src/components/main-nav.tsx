import { useLocation } from 'preact-iso';
import { HOME, PATHS } from '../routes.js';
import { may } from '../session.js';

/** What the page of accounts and properties is for. */
const CHANGES = ['manage.accounts.create', 'manage.accounts.delete', 'service.assets.create', 'service.assets.delete'];

/** The pages that the key may use. */
export function MainNav() {
  const { path } = useLocation();
  const pages = [
    { href: HOME, text: 'Assets', isOffered: true },
    { href: PATHS.accounts, text: 'Accounts', isOffered: CHANGES.some((each) => may(each)) },
    { href: PATHS.keys, text: 'Keys', isOffered: may('keys.manage') },
    { href: PATHS.webhooks, text: 'Webhooks', isOffered: may('webhooks.manage') },
    { href: PATHS.audit, text: 'Audit', isOffered: may('audit.read') },
  ].filter(({ isOffered }) => isOffered);
  const current = pages.findLast(({ href }) => path.startsWith(href));
  return (
    <nav aria-label="Main">
      {pages.map((page) => (
        <a key={page.href} href={page.href} aria-current={page === current ? 'page' : undefined}>
          {page.text}
        </a>
      ))}
    </nav>
  );
}

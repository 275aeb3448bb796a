import { HOME } from '../routes.js';
import { Title } from './title.js';

export const NotFound = () => (
  <section>
    <Title>There is no such page</Title>
    <p>
      <a href={HOME}>All assets</a>
    </p>
  </section>
);

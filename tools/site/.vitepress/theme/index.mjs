import DefaultTheme from 'vitepress/theme';
import { theme } from 'vitepress-openapi/client';
import 'vitepress-openapi/dist/style.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => theme.enhanceApp({ app }),
};

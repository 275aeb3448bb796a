/** class-transformer has the types of this file in another folder. */
declare module 'class-transformer/cjs/storage.js' {
  export * from 'class-transformer/types/storage.js';
}

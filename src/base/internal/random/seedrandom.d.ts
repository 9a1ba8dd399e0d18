/** The one generator that is used; the package's own entry point brings six more into every bundle. */
declare module 'seedrandom/seedrandom.js' {
  export { default } from 'seedrandom';
}

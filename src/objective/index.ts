export * from './kl-controller.js';

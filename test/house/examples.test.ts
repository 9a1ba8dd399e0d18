import { describe, expect, it } from 'vitest';
import { documentedNames, exampleComplaints } from './examples.js';

const names = documentedNames();

describe('what the reference says of a public name', () => {
  it('is a sentence at least', () => {
    expect(names.filter(({ documentation }) => !/\S\s\S/.test(documentation)).map(({ name }) => name)).toEqual([]);
  });

  it('has an example where it is a function', () => {
    const functions = names.filter(({ isFunction }) => isFunction);
    const without = functions.filter(({ name, example = '' }) => !new RegExp(`\\b${name}\\b`).test(example));
    expect(without.map(({ name, door }) => `${name} of ${door}`)).toEqual([]);
  });

  it('has examples that compile', () => {
    expect(exampleComplaints(names)).toEqual([]);
  });
});

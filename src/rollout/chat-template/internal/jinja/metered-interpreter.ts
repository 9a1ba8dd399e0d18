import {
  innerValues,
  isFunction,
  isList,
  isText,
  type JinjaEnvironment,
  type JinjaNode,
  type JinjaPeer,
  type JinjaValue,
} from './jinja-peer.js';
import { chargeFilter, chargeMethod, lengthOf, makesLargerByArguments, type StepBudget } from './step-budget.js';
import { keyText, objectFunction, ownKeys, withTextKeys, stripFunction } from './python-objects.js';
import { pythonText } from './python-text.js';

/** A node that is a value already. */
interface Evaluated extends JinjaNode {
  readonly evaluated: JinjaValue;
}

const evaluatedNode = (evaluated: JinjaValue): Evaluated => ({ type: 'Evaluated', evaluated });

/** The peer's own texts of macros are gone through each time that one is declared. */
const DECLARING = new Set(['Macro', 'CallStatement']);
/** Each round of a loop has an environment of its own. */
const STEPS_OF_ROUND = 10;
/** Names that are not there end in exceptions, as do `break` and `continue`, which leave several calls. */
const STEPS_OF_ABSENT = 20;
const STEPS_OF_EXCEPTION = 60;

/** Statements that write a value as Python does: `None`, `True`, `3.0`, and nothing for what is absent. */
const PRINTED = new Set([
  'BinaryExpression',
  'CallExpression',
  'FilterExpression',
  'Identifier',
  'MemberExpression',
  'SelectExpression',
  'Ternary',
  'TestExpression',
  'UnaryExpression',
]);

/** Filters that take a value's text in Jinja, whatever the value is; the peer has them for texts alone. */
const TEXT_FILTERS = new Set(['string', 'upper', 'lower', 'title', 'capitalize', 'trim', 'indent', 'replace']);

type FilterNode = JinjaNode & {
  readonly callee?: JinjaNode;
  readonly args?: readonly JinjaNode[];
  readonly value?: string;
};

/**
 * The peer's interpreter, which has no limits of its own, within a budget: everything it evaluates goes through `evaluate`.
 *
 * @param source - How long the template is.
 * @param shown - Statements whose values are written out: an expression's list or object becomes a text there.
 * @param Text - The peer's own class of texts.
 * @param List - The peer's own class of lists.
 */
export function meteredInterpreter(
  { Interpreter }: JinjaPeer,
  environment: JinjaEnvironment,
  budget: StepBudget,
  {
    source,
    shown,
    Text,
    List,
  }: {
    readonly source: number;
    readonly shown: ReadonlySet<unknown>;
    readonly Text: new (text: string) => JinjaValue;
    readonly List: new (items: readonly JinjaValue[]) => JinjaValue;
  },
): { run(program: JinjaNode): JinjaValue } {
  const metered = new WeakSet<JinjaValue>();

  /** @returns What Python writes of a value. */
  const printed = (value: JinjaValue): JinjaValue => {
    if (isText(value)) return value;
    budget.spendWhole(value);
    return new Text(pythonText(value));
  };

  /** A text's and an object's functions are charged for what they are called with, under whatever name. */
  const meter = (method: JinjaValue, object: JinjaValue, name: string): JinjaValue => {
    if (metered.has(method)) return method;
    const inner = method.value as (args: JinjaValue[], scope: unknown) => JinjaValue;
    method.value = (args: JinjaValue[], scope: unknown) => {
      chargeMethod(budget, name, object, args);
      return stripFunction(name, object, args) ?? ownKeys(object, inner(args, scope), name);
    };
    metered.add(method);
    return method;
  };

  /** A loop over nothing that is there has no rounds, and one over pairs takes tuples as well as lists. */
  const iterated = (items: JinjaValue): JinjaValue => {
    if (items.type === 'UndefinedValue') return new List([]);
    if (items.type === 'ObjectValue')
      return ownKeys(items, new List([...(items.value as Map<string, unknown>).keys()].map((key) => new Text(key))));
    if (!isList(items)) return items;
    const listed = (items.value as JinjaValue[]).map((item) =>
      item.type === 'TupleValue' ? new List(item.value as JinjaValue[]) : item,
    );
    return new List(listed);
  };

  class Metered extends Interpreter {
    #depth = 0;

    override evaluate(node: JinjaNode | undefined, scope: JinjaEnvironment): JinjaValue {
      if (node?.type === 'Evaluated') return (node as Evaluated).evaluated;
      // A name is looked for in every scope about it.
      budget.spend(1 + this.#depth / 16);
      this.#depth++;
      let value: JinjaValue;
      try {
        value = this.#evaluate(node, scope);
      } finally {
        // The peer's break and continue are exceptions.
        this.#depth--;
      }
      if (isText(value)) budget.spendCharacters(value.value.length);
      else if (value.type === 'UndefinedValue') budget.spend(STEPS_OF_ABSENT);
      if (!shown.has(node)) return value;
      if (PRINTED.has(node!.type)) return printed(value);
      if (innerValues(value) !== undefined) budget.spendWhole(value);
      return value;
    }

    #evaluate(node: JinjaNode | undefined, scope: JinjaEnvironment): JinjaValue {
      const part = (name: string): JinjaValue => this.evaluate(node![name] as JinjaNode, scope);
      switch (node?.type) {
        case 'BinaryExpression':
          return super.evaluate(this.#binary(node, part), scope);
        case 'FilterExpression': {
          const operand = part('operand');
          const filtered = this.#filter(node, operand, scope);
          const name = filterName(node);
          return extremeOf(name, operand) ?? ownKeys(operand, super.evaluate(filtered, scope), name);
        }
        case 'ObjectLiteral': {
          const literal = withTextKeys(node, (key) => this.evaluate(key, scope), evaluatedNode, Text);
          return literal.note(super.evaluate(literal.node, scope));
        }
        case 'TestExpression': {
          const operand = part('operand');
          // The peer holds lists and texts alone to be iterable.
          const isIterable = innerValues(operand) !== undefined || operand.type === 'UndefinedValue';
          const isAsked = isIterable && (node['test'] as JinjaNode)['value'] === 'iterable';
          return super.evaluate({ ...node, operand: evaluatedNode(isAsked ? new Text('') : operand) }, scope);
        }
        case 'MemberExpression': {
          const object = part('object');
          const property = node['property'] as JinjaNode;
          if (isText(object) && property.type === 'SliceExpression') budget.spend(object.value.length);
          const isNamed = node['computed'] !== true || property.type === 'SliceExpression';
          const name = isNamed ? property : evaluatedNode(keyText(object, part('property'), Text));
          const called = String(isNamed ? property['value'] : (name as Evaluated).evaluated.value);
          const own = isNamed ? objectFunction(object, called) : undefined;
          const value = own ?? super.evaluate({ ...node, object: evaluatedNode(object), property: name }, scope);
          if (isList(value) && property.type === 'SliceExpression') this.#copied(value);
          // An object's own entries are values of the template.
          const isEntry = own === undefined && object.value instanceof Map && object.value.has(called);
          return isFunction(value) && !isEntry ? meter(value, object, called) : value;
        }
        case 'For': {
          const iterable = node['iterable'] as JinjaNode;
          const isChosen = iterable.type === 'SelectExpression';
          const items = iterated(this.evaluate((isChosen ? iterable['lhs'] : iterable) as JinjaNode, scope));
          budget.spend(STEPS_OF_ROUND * lengthOf(items));
          return super.evaluate(
            { ...node, iterable: isChosen ? { ...iterable, lhs: evaluatedNode(items) } : evaluatedNode(items) },
            scope,
          );
        }
        case 'Break':
        case 'Continue':
          budget.spend(STEPS_OF_EXCEPTION);
          break;
        default:
          if (DECLARING.has(node?.type ?? '')) budget.spend(source / 8);
      }
      const value = super.evaluate(node, scope);
      if (isList(value) && node?.type === 'CallExpression') this.#copied(value);
      return value;
    }

    #binary(node: JinjaNode, part: (name: string) => JinjaValue): JinjaNode {
      const operator = (node['operator'] as { readonly value: string }).value;
      if (operator === 'and' || operator === 'or') return node;
      const [left, right] = [part('left'), part('right')];
      if (operator === '~')
        return { ...node, left: evaluatedNode(printed(left)), right: evaluatedNode(printed(right)) };
      const [leftHolds, rightHolds] = [left, right].map((side) => innerValues(side) !== undefined) as [
        boolean,
        boolean,
      ];
      if (operator.endsWith('in')) {
        if (isText(left) && isText(right)) budget.spendSearch(right.value, left.value);
        if (isList(right)) {
          budget.spend((right.value as unknown[]).length);
          // The peer looks for texts, numbers and the like alone.
          if (leftHolds)
            return { ...node, left: evaluatedNode(printed(left)), right: evaluatedNode(this.#printedLists(right)) };
        }
      } else if (leftHolds && rightHolds) {
        for (const side of [left, right]) if (isList(side)) this.#copied(side);
      } else {
        // Beside anything else a list becomes a text.
        if (leftHolds) budget.spendWhole(left);
        if (rightHolds) budget.spendWhole(right);
      }
      return { ...node, left: evaluatedNode(left), right: evaluatedNode(right) };
    }

    #filter(node: JinjaNode, given: JinjaValue, scope: JinjaEnvironment): JinjaNode {
      const filter = node['filter'] as FilterNode;
      const name = filterName(node);
      const operand = TEXT_FILTERS.has(name) ? printed(given) : given;
      const named = (argument: JinjaNode): JinjaNode => {
        const field = argument.type === 'KeywordArgumentExpression' ? 'value' : 'argument';
        const inner = argument[field] as JinjaNode | undefined;
        const isWrapped = inner !== undefined && /^Keyword|^Spread/.test(argument.type);
        return isWrapped
          ? { ...argument, [field]: evaluatedNode(this.evaluate(inner, scope)) }
          : evaluatedNode(this.evaluate(argument, scope));
      };
      const args = makesLargerByArguments(name) ? (filter.args ?? []).map(named) : [];
      const values = args.map(
        (argument) =>
          (argument['evaluated'] ??
            (argument['value'] as Evaluated | undefined)?.evaluated ??
            (argument['argument'] as Evaluated).evaluated) as JinjaValue,
      );
      chargeFilter(budget, name, operand, values);
      return {
        ...node,
        operand: evaluatedNode(operand),
        filter: args.length === 0 ? filter : { ...filter, args },
      };
    }

    /** @returns What a list holds of lists and objects, as texts. */
    #printedLists({ value }: JinjaValue): JinjaValue {
      return new List((value as JinjaValue[]).filter((item) => innerValues(item) !== undefined).map(printed));
    }

    #copied(list: JinjaValue): void {
      budget.spend((list.value as unknown[]).length);
    }
  }
  return new Metered(environment);
}

function filterName(node: JinjaNode): string {
  const { callee, value } = node['filter'] as FilterNode;
  return String(callee === undefined ? value : callee['value']);
}

/** @returns What the filters `min` and `max` give, which the peer does not have; undefined for others. */
function extremeOf(name: string, list: JinjaValue): JinjaValue | undefined {
  if ((name !== 'min' && name !== 'max') || !isList(list)) return undefined;
  const sign = name === 'min' ? 1 : -1;
  return (list.value as JinjaValue[]).reduce((best, item) => {
    const [a, b] = [best.value, item.value] as [number, number];
    return (a > b ? 1 : a < b ? -1 : 0) * sign > 0 ? item : best;
  });
}

/** @returns The statements of a template whose values are written out: those of every body. */
export function shownStatements(program: JinjaNode): ReadonlySet<unknown> {
  const shown = new Set<unknown>();
  const open = [program];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const name of ['body', 'alternate', 'defaultBlock'])
      for (const statement of (node[name] as JinjaNode[] | undefined) ?? []) {
        shown.add(statement);
        open.push(statement);
      }
  return shown;
}

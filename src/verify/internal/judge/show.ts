import type { Node } from '../parse/ast.js';
import { childrenOf } from '../parse/walk.js';
import type { ReadAnswer } from '../read/read-answer.js';

const LONGEST = 60;
const LONG = 10n ** 40n;

/** @returns The reading of a text in one short line, for people who want to understand a verdict. */
export function inWords({ nodes, words, text }: ReadAnswer): string {
  const [node] = nodes;
  if (node === undefined || node.kind === 'text') return `the words "${cut(words ?? text)}"`;
  return cut(shown(node, 0));
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function shown(node: Node, depth: number): string {
  // Deeper parts would be cut off anyway.
  if (depth > 6) return '…';
  const inner = (child: Node): string => shown(child, depth + 1);
  const all = (children: readonly Node[], by: string): string => children.slice(0, 12).map(inner).join(by);
  switch (node.kind) {
    case 'number':
      return `${digits(node.value.n)}${node.value.d === 1n ? '' : `/${digits(node.value.d)}`}${node.truncated ? '…' : ''}`;
    case 'symbol':
    case 'constant':
    case 'numbers':
      return node.name;
    case 'negative':
      return `-${inner(node.operand)}`;
    case 'sum':
      return `(${all(node.terms, ' + ')})`;
    case 'product':
      return all(node.factors, '·');
    case 'quotient':
      return `(${inner(node.over)})/(${inner(node.under)})`;
    case 'power':
      return `${inner(node.base)}^${inner(node.exponent)}`;
    case 'plusMinus':
      return `±${inner(node.operand)}`;
    case 'percent':
      return `${inner(node.operand)}%`;
    case 'degrees':
      return `${inner(node.operand)}°`;
    case 'quantity':
      return `${inner(node.value)} ${node.unit.key.replace('noun:', '')}`;
    case 'relation':
      return node.operands
        .map((operand, k) => `${k === 0 ? '' : ` ${node.operators[k - 1]!} `}${inner(operand)}`)
        .join('');
    case 'tuple':
      return `${node.open}${all(node.items, ', ')}${node.close}`;
    case 'set':
      return `{${all(node.items, ', ')}}`;
    case 'list':
      return all(node.items, ', ');
    case 'ratio':
      return all(node.parts, ' : ');
    case 'setOperation':
      return `${inner(node.left)} ${node.operation} ${inner(node.right)}`;
    case 'based':
      return `${node.digits} in base ${node.base}`;
    case 'implication':
      return `${all(node.premises, ' ⇒ ')} ⇒ ${inner(node.conclusion)}`;
    case 'text':
      return node.words;
    case 'apply':
      return `${node.name}(${all(node.args, ', ')})`;
    default:
      return `${node.kind}(${all(childrenOf(node), ', ')})`;
  }
}

/** A long integer by its first digits, so that no time goes into writing it out. */
function digits(n: bigint): string {
  return n < LONG && n > -LONG ? String(n) : `${n < 0n ? '-' : ''}an integer of more than 40 digits`;
}

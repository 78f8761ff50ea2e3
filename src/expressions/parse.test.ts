import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#base/app-error.ts'
import { checkNames } from './check-names.ts'
import { ExpressionError } from './expression-error.ts'
import { parseExpression } from './parse.ts'
import { parseExpressionsIn } from './parse-expressions-in.ts'
import { namesRead } from './walk-tree.ts'

const refusal = (text: string): ExpressionError | null => {
  try {
    parseExpression(text)
    return null
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
}

describe('parseExpression', () => {
  it('keeps numbers as their exact text', () => {
    expect(parseExpression('12345678901234567890.10')).toEqual({
      op: 'number',
      value: '12345678901234567890.1',
    })
    expect(parseExpression('0x1F')).toEqual({ op: 'number', value: '31' })
    expect(parseExpression('1e3')).toEqual({ op: 'number', value: '1000' })
  })

  it('reads method and function form alike', () => {
    const plain = parseExpression('size(a)')
    expect(parseExpression('a.size()')).toMatchObject({
      op: 'call',
      fn: 'size',
      args: [{ op: 'name', name: 'a' }],
    })
    expect(plain).toMatchObject({ op: 'call', fn: 'size', args: [{ op: 'name', name: 'a' }] })
  })

  it.each([
    ['1 +', 3, 'The expression ends too early.'],
    ['a..b', 2, '“.” at position 3 does not fit here.'],
    ['"abc', 0, 'has no closing quote'],
    ['1 + frob(2)', 4, 'There is no function “frob” (at position 5).'],
    ['round()', 0, '“round” takes 1 to 2 values, not 0.'],
    ['if', 0, 'reserved word'],
    ['a + @', 4, '“@”'],
    ['b"abc"', 0, 'not part of the language'],
    ['x.map(1, 2)', 6, 'invalid'],
  ])('%s is refused at %i', (text, at, words) => {
    const error = refusal(text)
    expect(error?.at).toBe(at)
    expect(error?.message).toContain(words)
    expect(error?.code).toBe('invalid')
  })

  it('throws nothing but ExpressionError (2,000 random texts)', () => {
    const part = fc.constantFrom(
      'a',
      '.',
      '(',
      ')',
      '[',
      ']',
      '"',
      "'",
      '+',
      '1',
      'map',
      ',',
      '?',
      ':',
      '{',
      '}',
      '&&',
      'in',
      ' ',
      '\\',
      'true',
      '__proto__',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part, { maxLength: 20 }).map((parts) => parts.join('')),
        ),
        (text) => {
          refusal(text)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('names', () => {
  it('[EX-16] an undeclared name is refused at save, with its path', () => {
    const layout = {
      nodes: { a: { props: { text: { '=': 'params.id + secret' } } }, b: { when: { '=': 'params.nope' } } },
    }
    try {
      parseExpressionsIn(layout, '', () => ({ params: ['id'] }))
      expect.unreachable()
    } catch (error) {
      expect((error as AppError).details).toEqual([
        {
          path: 'nodes.a.props.text',
          code: 'expression_unknown_name',
          message: 'There is no “secret” here. Known: params.',
        },
        { path: 'nodes.b.when', code: 'expression_unknown_name', message: '“params” has no “nope”.' },
      ])
    }
  })

  it('[EX-13] process, env and their kin are unknown names', () => {
    for (const name of ['process', 'globalThis', 'window', 'env', 'secrets']) {
      expect(checkNames(parseExpression(name), { params: true })).toHaveLength(1)
    }
  })

  it('knows the variable of a loop', () => {
    expect(checkNames(parseExpression('rows.map(r, r.total)'), { rows: true })).toEqual([])
    expect(namesRead(parseExpression('sources.lines.map(r, r.total + params.x)'))).toEqual([
      ['sources', 'lines'],
      ['params', 'x'],
    ])
  })
})

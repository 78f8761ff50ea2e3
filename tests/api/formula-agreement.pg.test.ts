import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ExpressionError } from '#expressions/expression-error.ts'
import { parseExpression } from '#expressions/parse.ts'
import { checkTypes } from '#expressions/formulas/check-types.ts'
import { evaluateFormula, type Formula } from '#expressions/formulas/evaluate-formula.ts'
import type { FormulaResult } from '#expressions/formulas/formula-value.ts'
import type { FormulaKind } from '#expressions/formulas/value-type.ts'
import { compileFormula, storedJson } from '#kernel/sql/compile-formula.ts'
import { inMap, readInput } from '#kernel/sql/formula-inputs.ts'
import { join, sql, toStatement, type Sql } from '#kernel/sql/sql.ts'
import { findFormulaField, formulaFields, FormulaSource } from '../support/formula-arbitrary.ts'
import { startQuestionDatabase, type QuestionDatabase } from '../support/question-database.ts'

// One formula over many records, many formulas in one statement: 120,000 answers in a plain run, two million with LONG=1.
const batches = process.env['LONG'] ? 700 : 42
const formulasPerBatch = 30
const recordsPerBatch = 100
const seed = Number(process.env['SEED'] ?? 20_261_121)

let database: QuestionDatabase
let client: pg.Client

beforeAll(async () => {
  database = await startQuestionDatabase()
  client = database.client
})
afterAll(() => database.drop())

/** The forms an answer of a kind may be stored in. */
function resultsOf(kind: FormulaKind): FormulaResult[] {
  if (kind === 'number')
    return [
      { kind: 'decimal' },
      { kind: 'decimal', scale: 0 },
      { kind: 'decimal', scale: 2 },
      { kind: 'decimal', scale: 18 },
      { kind: 'number', whole: true },
      { kind: 'number' },
    ]
  return [{ kind: kind === 'empty' ? 'text' : kind }]
}

interface Case {
  text: string
  formula: Formula
  kind: FormulaKind
}

function nextCase(source: FormulaSource): Case | null {
  const text = source.formula()
  try {
    const { tree, type } = checkTypes(parseExpression(text), findFormulaField)
    const inputs = Object.entries(formulaFields).map(([name, kind]) => ({ name, kind }))
    return { text, kind: type.kind, formula: { tree, inputs, result: source.pick(resultsOf(type.kind)) } }
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}

// The map of this test is flat, its keys hold a point; a real record's are read through joined rows.
const keyOf = (name: string): Sql => ({ parts: [`'${name}'`] })

async function answersOf(cases: readonly Case[], records: readonly unknown[]): Promise<unknown[][]> {
  const columns = cases.map(({ formula }) => {
    const piece = compileFormula(formula.tree, (name) => {
      const kind = formulaFields[name] ?? 'text'
      return { kind, sql: readInput(inMap(sql`r.value`, keyOf(name)), kind) }
    })
    return storedJson(piece, formula.result)
  })
  const { text, values } = toStatement(
    sql`select jsonb_build_array(${join(columns, ', ')}) as answers from jsonb_array_elements(${JSON.stringify(records)}::jsonb) with ordinality as r (value, place) order by r.place`,
  )
  const { rows } = await client.query<{ answers: unknown[] }>(text, values)
  return rows.map(({ answers }) => answers)
}

describe('a formula', () => {
  it(
    `answers in SQL what it answers in browser and server (${batches * formulasPerBatch * recordsPerBatch} answers)`,
    async () => {
      const source = new FormulaSource(seed)
      const seen = new Map<FormulaKind, { answers: number; empty: number }>()
      const functions = new Set<string>()
      for (let batch = 0; batch < batches; batch++) {
        const cases: Case[] = []
        while (cases.length < formulasPerBatch) {
          const next = nextCase(source)
          if (next) cases.push(next)
        }
        const records = Array.from({ length: recordsPerBatch }, () => source.values())
        const answers = await answersOf(cases, records)
        for (const [column, { text, formula, kind }] of cases.entries()) {
          for (const name of text.match(/[a-zA-Z]+(?=\()|&&|\|\||[-+*/%?<>]=?|[!=]=| in /g) ?? [])
            functions.add(name.trim())
          const count = seen.get(kind) ?? { answers: 0, empty: 0 }
          seen.set(kind, count)
          // A browser gets the formula as JSON.
          const sent = JSON.parse(JSON.stringify(formula)) as Formula
          for (const [row, record] of records.entries()) {
            const expected = evaluateFormula(sent, record)
            count.answers += 1
            if (expected === null) count.empty += 1
            const found = answers[row]?.[column]
            if (JSON.stringify(found) !== JSON.stringify(expected))
              expect.fail(
                `${text}\nas ${JSON.stringify(formula.result)} of ${JSON.stringify(record)}\nSQL: ${JSON.stringify(found)}\nhere: ${JSON.stringify(expected)}`,
              )
          }
        }
      }
      // Formulas that are all empty, or all of one kind, would prove little.
      for (const kind of ['number', 'text', 'boolean', 'date', 'datetime'] as const) {
        const { answers = 0, empty = 0 } = seen.get(kind) ?? {}
        expect(answers).toBeGreaterThan(batches * recordsPerBatch)
        expect(empty / answers).toBeLessThan(0.8)
      }
      console.log('formulas', Object.fromEntries(seen), functions.size)
      expect(functions.size).toBeGreaterThan(40)
    },
    process.env['LONG'] ? 1_800_000 : 120_000,
  )
})

import { invalid } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { compilePattern } from '#expressions/match-pattern.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { fits } from './refuse-wrong-codes.ts'

/** The pattern of a set can be read, and the codes it has already are as it says. */
export const costGroupSetsRule: StandardRule = async (context, _model, changes) => {
  for (const { id, before, after } of changes) {
    const pattern = after?.code_pattern
    if (typeof pattern !== 'string' || pattern === before?.code_pattern) continue
    refuseUnreadable(pattern)
    await refuseUnfit(context, id, pattern)
  }
  return []
}

function refuseUnreadable(pattern: string): void {
  try {
    compilePattern(pattern)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw invalid([{ path: 'attributes.code_pattern', code: 'pattern', message: error.message }])
  }
}

async function refuseUnfit({ tx, caller }: RecordContext, set: string, pattern: string): Promise<void> {
  const { rows } = await tx.query<{ code: string }>(
    'select code from app.cost_groups where tenant_id = $1 and set_id = $2 and not deleted order by code collate "C"',
    [caller.tenantId, set],
  )
  const unfit = rows.find(({ code }) => !fits(code, pattern))
  if (unfit)
    throw invalid([
      {
        path: 'attributes.code_pattern',
        code: 'pattern',
        ...saying('The set has a code that is not so: {{code}}.', { code: unfit.code }),
      },
    ])
}

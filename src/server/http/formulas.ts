import { checkFormula as checkEndpoint } from '#contracts/api/formulas.ts'
import { checkFormula } from '../formulas/check-formula.ts'
import { withRecords } from '../records/open-records.ts'
import { requireManage } from '../workspaces/require-manage.ts'
import { handle, type Handler } from './route.ts'

export const formulaHandlers: readonly Handler[] = [
  handle(
    checkEndpoint,
    async (input) =>
      withRecords(input, async (context) => {
        await requireManage(context.tx, context.caller, 'models')
        return checkFormula(context, input.body)
      }),
    { mode: 'read' },
  ),
]

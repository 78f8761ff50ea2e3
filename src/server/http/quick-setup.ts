import { invalid } from '#base/app-error.ts'
import { readQuickSetup, runQuickSetup } from '#contracts/api/quick-setup.ts'
import { quickSetupIn } from '#features/quick-setup/quick-setup-in.ts'
import { runSetup } from '../quick-setup/run-setup.ts'
import { withRecords } from '../records/open-records.ts'
import { handle, type Handler } from './route.ts'

export const quickSetupHandlers: readonly Handler[] = [
  handle(readQuickSetup, async ({ search }) => quickSetupIn(search.language)),

  handle(
    runQuickSetup,
    async (input) => {
      const { language, trade: tradeKey, manage, people } = input.body
      const { trades, manage: starterModels } = quickSetupIn(language)
      const trade = trades.find(({ key }) => key === tradeKey) ?? null
      const unknown = manage.flatMap((key, index) =>
        starterModels.some((model) => model.key === key)
          ? []
          : [
              {
                path: `manage.${index}`,
                code: 'unknown',
                message: 'There is nothing of this name to choose.',
              },
            ],
      )
      if (tradeKey !== null && !trade)
        unknown.push({ path: 'trade', code: 'unknown', message: 'There is no such trade.' })
      if (unknown.length > 0) throw invalid(unknown)
      return withRecords(
        input,
        async (context) => runSetup(context, input, { language, trade, manage, people }),
        {
          mode: 'release',
        },
      )
    },
    { mode: 'release' },
  ),
]

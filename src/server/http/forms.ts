import { AppError } from '#base/app-error.ts'
import { readForm, readValidator } from '#contracts/api/forms.ts'
import { modelForm } from '../forms/model-form.ts'
import { withRecords } from '../records/open-records.ts'
import { handle, type Handler } from './route.ts'

export const formHandlers: readonly Handler[] = [
  // A form that is asked for the first time keeps its validator.
  handle(
    readForm,
    async (input) =>
      withRecords(input, async (context) =>
        modelForm(context, input.params.key, input.search.archetype_id ?? null),
      ),
    {
      mode: 'write',
    },
  ),

  handle(readValidator, async ({ params, services }) => {
    const { rows } = await services.database.requests.query<{ code: string | null }>(
      'select app.read_validator($1) as code',
      [params.name.replace(/\.js$/, '')],
    )
    const code = rows[0]?.code
    if (typeof code !== 'string') throw new AppError('not_found')
    return new Response(code, {
      headers: {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
      },
    })
  }),
]

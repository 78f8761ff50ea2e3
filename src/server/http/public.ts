import {
  askPublicQueries,
  createPublicRecord as createEndpoint,
  listShareViews as viewsEndpoint,
  listShares as listEndpoint,
  previewShare as previewEndpoint,
  readPublicWorkspace,
  readSharedRecord,
  shareObject,
  unlockSharedRecord,
  withdrawShare as withdrawEndpoint,
} from '#contracts/api/public.ts'
import { describeModel } from '#kernel/models/describe-model.ts'
import { createPublicRecord } from '../public/create-public-record.ts'
import { inPublic } from '../public/in-public.ts'
import { linkHeaders } from '../public/shared-page.ts'
import { answerQuestions } from '../records/answer-questions.ts'
import { withRecords } from '../records/open-records.ts'
import type { Services } from '../services.ts'
import { readShared } from '../shares/read-shared.ts'
import { unlockShare } from '../shares/unlock-share.ts'
import { previewShare } from '../shares/preview-share.ts'
import { markOwnWords } from '../standard-models/mark-own-words.ts'
import { createShare, listShares, listShareViews, withdrawShare } from '../shares/shares.ts'
import { handle, type Handler } from './route.ts'
import { shownOnce } from './shown-once.ts'
import { wholeList } from './whole-list.ts'

interface Visit {
  services: Services
  address: string
}

/** Reads of one visitor, and of all visitors of one workspace, a minute. */
function limitReads({ services, address }: Visit, workspace: string): void {
  services.limiter.take('public', address, 120, 60)
  services.limiter.take('public-workspace', workspace.toLowerCase(), 3000, 60)
}

export const publicHandlers: readonly Handler[] = [
  handle(readPublicWorkspace, async (input) => {
    limitReads(input, input.params.address)
    return inPublic(input, input.params.address, 'read', async ({ workspace, access, caller }) => ({
      name: caller.tenantName,
      models: [...workspace.modelsById.values()]
        .filter((model) => access.can(model, 'read'))
        .map((model) => markOwnWords(describeModel(model, access, workspace))),
    }))
  }),

  handle(askPublicQueries, async (input) => {
    limitReads(input, input.params.address)
    const results = await inPublic(input, input.params.address, 'read', (context) =>
      answerQuestions(context, input.body.queries),
    )
    return new Response(`{"results":[${results.join(',')}]}`, {
      headers: { 'Content-Type': 'application/json' },
    })
  }),

  handle(createEndpoint, async (input) => {
    const { address, model } = input.params
    input.services.limiter.take('public-form', input.address, 10, 600)
    input.services.limiter.take('public-form-workspace', address.toLowerCase(), 300, 3600)
    return inPublic(input, address, 'write', (context) => createPublicRecord(context, model, input.body))
  }),

  handle(readSharedRecord, async (input) => {
    input.services.limiter.take('public', input.address, 120, 60)
    const pass = input.context.req.header('X-Link-Pass') ?? null
    const shown = await readShared({ ...input, pass }, input.params.token, 'api')
    return Response.json(shown, {
      headers: { ...linkHeaders, 'Cache-Control': 'no-store' },
    })
  }),

  handle(unlockSharedRecord, async (input) => {
    input.services.limiter.take('public', input.address, 120, 60)
    const pass = await unlockShare(input, input.params.token, input.body.password)
    return Response.json({ pass }, { headers: { ...linkHeaders, 'Cache-Control': 'no-store' } })
  }),

  handle(shareObject, async (input) =>
    withRecords(input, async (context) => {
      const { url, ...made } = await createShare(context, input.services, input.params.token, input.body)
      return shownOnce(made, { url }, 201)
    }),
  ),

  handle(
    previewEndpoint,
    async (input) =>
      withRecords(input, (context) => previewShare(context, input.params.token, input.body), {
        mode: 'read',
      }),
    { mode: 'read' },
  ),

  handle(viewsEndpoint, async (input) =>
    withRecords(input, async (context) =>
      wholeList(await listShareViews(context, input.params.id.toLowerCase())),
    ),
  ),

  handle(listEndpoint, async (input) =>
    withRecords(input, async (context) => wholeList(await listShares(context, input.params.token))),
  ),

  handle(withdrawEndpoint, async (input) =>
    withRecords(input, (context) => withdrawShare(context, input.params.id.toLowerCase())),
  ),
]

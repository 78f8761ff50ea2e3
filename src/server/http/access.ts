import { explainAccess, startPreview as previewEndpoint } from '#contracts/api/access.ts'
import { explainFor } from '../access/explain-for.ts'
import { startPreview } from '../access/start-preview.ts'
import { withRecords } from '../records/open-records.ts'
import { handle } from './route.ts'

export const accessHandlers = [
  handle(
    explainAccess,
    async (input) => withRecords(input, (context) => explainFor(context, input.caller, input.body)),
    { mode: 'read' },
  ),

  handle(previewEndpoint, async (input) =>
    withRecords(input, (context) => startPreview(context, input.services, input.body)),
  ),
]

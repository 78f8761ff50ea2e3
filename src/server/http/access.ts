import { explainAccess, startPreview as previewEndpoint } from '#contracts/api/access.ts'
import { explainFor } from '../access/explain-for.ts'
import { startPreview } from '../access/start-preview.ts'
import { inTenant } from '../database/in-tenant.ts'
import { withRecords } from '../records/open-records.ts'
import { handle } from './route.ts'

export const accessHandlers = [
  handle(
    explainAccess,
    async (input) => withRecords(input, (context) => explainFor(context, input.caller, input.body)),
    { mode: 'read' },
  ),

  handle(previewEndpoint, async ({ caller, services, body }) =>
    inTenant(caller, (tx) => startPreview(tx, caller, services, body)),
  ),
]

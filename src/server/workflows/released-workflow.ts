import { workflowSchema, type Workflow } from '#contracts/workflow.ts'

const mostKept = 500
const kept = new Map<string, Workflow>()

/** A released version as its contract reads it. A version never changes, so it is read once a process. */
export function releasedWorkflow(versionId: string, body: Record<string, unknown>): Workflow {
  let workflow = kept.get(versionId)
  if (!workflow) {
    workflow = workflowSchema.parse(body)
    if (kept.size >= mostKept) kept.clear()
    kept.set(versionId, workflow)
  }
  return workflow
}

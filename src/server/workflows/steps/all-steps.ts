import type { StepKind, WorkflowStep } from '#contracts/workflow.ts'
import type { StepOutcome, StepRunner, StepTurn } from '../step-turn.ts'
import { askApproval } from './ask-approval.ts'
import { branch } from './branch.ts'
import { callAddress } from './call-address.ts'
import { createRecord } from './create-record.ts'
import { findRecords } from './find-records.ts'
import { forEach } from './for-each.ts'
import { runCommand } from './run-command.ts'
import { setFields } from './set-fields.ts'
import { tellPeople } from './tell-people.ts'
import { wait } from './wait.ts'

const allSteps: { readonly [Kind in StepKind]: StepRunner<Kind> } = {
  set: setFields,
  create: createRecord,
  find: findRecords,
  notify: tellPeople,
  approve: askApproval,
  call: callAddress,
  run: runCommand,
  wait,
  branch,
  each: forEach,
}

/** Does a step by its kind. */
export const runStep = (turn: StepTurn, step: WorkflowStep): Promise<StepOutcome> =>
  (allSteps[step.kind] as StepRunner)(turn, step)

import './keep-zod-from-evaluating.ts'
import { answerSheets, type SheetQuestion } from './sheet-messages.ts'

// The sums of an estimate, beside the thread that draws.
const answer = answerSheets()
addEventListener('message', ({ data }: MessageEvent<SheetQuestion>) => postMessage(answer(data)))

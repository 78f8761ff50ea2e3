// What a pressed pointer does in a list. It comes by itself, after the first screen.
export { dragCorner } from './drag-corner.ts'
export { dragRows } from './drag-rows.ts'
export { followPointer } from './follow-pointer.ts'

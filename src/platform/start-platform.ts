export { type EmbeddedDatabase, startEmbeddedDatabase } from './postgres/start-embedded-database.ts'

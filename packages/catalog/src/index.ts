export { createKeyText, type KeyText, parseKeyText } from './api-key-text.js';
export {
  type AuthenticationMetrics,
  createAuthenticationMetrics,
} from './authentication/authentication-metrics.js';
export type {
  AccessRequest,
  Authenticate,
  Authenticator,
  Principal,
} from './authentication/authenticator.js';
export { authenticatorConfigFields } from './authentication/authenticator-config.js';
export {
  type AuthenticatorDependencies,
  createAuthenticator,
} from './authentication/create-authenticator.js';
export { allPermissions, type Permission } from './authentication/permission.js';
export type { CredentialHeaders } from './authentication/sent-key.js';
export {
  type Account,
  type ApiKey,
  type Catalog,
  defaultProjectId,
  type KeyFingerprint,
  type ListedProject,
  type NewAccount,
  type NewKey,
  nobody,
  type Project,
  type ProjectPage,
} from './catalog.js';
export { type CatalogAddress, catalogConfigFields } from './catalog-config.js';
export { copyCatalog, isCatalogUnused } from './copy-catalog.js';
export type { GatewayReport, GatewayReports } from './gateway-reports.js';
export {
  type CatalogOptions,
  migrateCatalog,
  type OpenCatalog,
  openCatalog,
} from './open-catalog.js';
export {
  type ResolvedRevision,
  type RevisionReferences,
  resolveRevision,
} from './saved-queries/resolve-revision.js';
export type {
  Details,
  DetailsChanges,
  EntityReference,
  SavedQuery,
  SavedQueryEntities,
  SavedQueryLevel,
  SavedQueryRevision,
  SavedQueryVariant,
} from './saved-queries/saved-query.js';
export type {
  Actor,
  Created,
  EntitySelection,
  SavedQueryStore,
  SimpleQuery,
} from './saved-queries/saved-query-store.js';
export { randomSlug } from './saved-queries/write-entities.js';

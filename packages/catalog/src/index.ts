export { createKeyText } from './api-key-text.js';
export { createAuthenticationMetrics } from './authentication/authentication-metrics.js';
export type {
  AccessRequest,
  Authenticate,
  Authenticator,
  Principal,
} from './authentication/authenticator.js';
export { authenticatorConfigFields } from './authentication/authenticator-config.js';
export { createAuthenticator } from './authentication/create-authenticator.js';
export { allPermissions, type Permission } from './authentication/permission.js';
export type { CredentialHeaders } from './authentication/sent-key.js';
export {
  type ApiKey,
  type Catalog,
  defaultProjectId,
  defaultUserId,
  type ListedProject,
  type NewAccount,
  type Project,
  type ProjectPage,
} from './catalog.js';
export { type CatalogAddress, catalogConfigFields } from './catalog-config.js';
export { copyCatalog, isCatalogUnused } from './copy-catalog.js';
export type { GatewayReport, GatewayReports } from './gateway-reports.js';
export { migrateCatalog, type OpenCatalog, openCatalog } from './open-catalog.js';
export {
  type RevisionReferences,
  resolveRevision,
} from './saved-queries/resolve-revision.js';
export type {
  Actor,
  Created,
  Details,
  DetailsChanges,
  EntityReference,
  EntitySelection,
  SavedQuery,
  SavedQueryEntities,
  SavedQueryLevel,
  SavedQueryRevision,
  SavedQueryVariant,
  SimpleQuery,
} from './saved-queries/saved-query.js';
export type { SavedQueryStore } from './saved-queries/saved-query-store.js';
export { randomSlug } from './saved-queries/write-entities.js';

import { createApiRouter } from '#lib/api/router.ts';
import { endpoints } from '#lib/endpoints.ts';
import { handlers } from '#lib/handlers.ts';

const handleApiRequest = createApiRouter(endpoints, handlers);

export {
  handleApiRequest as DELETE,
  handleApiRequest as GET,
  handleApiRequest as OPTIONS,
  handleApiRequest as PATCH,
  handleApiRequest as POST,
  handleApiRequest as PUT,
};

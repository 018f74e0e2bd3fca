import { openDoor } from '#lib/api/door.ts';
import { endpoints } from '#lib/endpoints.ts';
import { handlers } from '#lib/handlers.ts';

const door = openDoor(endpoints, handlers);

export { door as DELETE, door as GET, door as OPTIONS, door as PATCH, door as POST, door as PUT };

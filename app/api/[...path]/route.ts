import type { NextRequest } from 'next/server';
import { ofFramework } from '#lib/api/api-request.ts';
import { leaveDoor, openDoor } from '#lib/api/door.ts';
import { endpoints } from '#lib/endpoints.ts';
import { handlers } from '#lib/handlers.ts';

const door = openDoor(endpoints, handlers);
leaveDoor(door);
const answer = (request: NextRequest) => door(ofFramework(request));

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
